import { useCallback, useState } from 'react';

/** The version of the stored format (spec 2, section 9). */
const VERSION = 'v0.0.1';

interface Fold {
	region: string;
	folded: boolean;
}

/** The folded sections, stored in the browser. Initially every section is open. */
export function useFolds(
	screen: string,
	regions: readonly string[],
): { isFolded(region: string): boolean; toggle(region: string): void } {
	const key = `${screen}-${VERSION}`;
	const [folds, setFolds] = useState<Fold[]>(() => read(key) ?? regions.map((region) => ({ region, folded: false })));
	const isFolded = useCallback(
		(region: string) => folds.find((fold) => fold.region === region)?.folded ?? false,
		[folds],
	);
	return {
		isFolded,
		toggle(region) {
			const others = folds.filter((fold) => fold.region !== region);
			const next = [...others, { region, folded: !isFolded(region) }];
			setFolds(next);
			try {
				localStorage.setItem(key, JSON.stringify(next));
			} catch {
				// Storage may be full or disabled. The fold then lasts until the user leaves the page.
			}
		},
	};
}

function read(key: string): Fold[] | null {
	try {
		const saved = JSON.parse(localStorage.getItem(key) ?? 'null') as Fold[] | null;
		return Array.isArray(saved) && saved.length > 0 ? saved : null;
	} catch {
		return null;
	}
}
