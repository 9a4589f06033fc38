import { useLocalStorage } from '@mantine/hooks';
import { useState } from 'react';
import { type FoundPicture, type ImageOptions, lookOf } from './look.ts';
import { paddedSize, type Size } from './geometry.ts';
import type { FoundProduct } from './useImageSearch.ts';
import { useSizes } from './useSizes.ts';
import { bestSource, byMirror, byView, type ShownPicture, type Sizes } from './views.ts';

type Arrangement = 'view' | 'mirror';

/** The pictures of the results as they are shown: by view or by mirror, which this browser remembers. */
export function useArranged(found: readonly FoundProduct[], options: ImageOptions) {
	const hasMirrors = new Set(found.flatMap(({ pictures }) => pictures.map(({ mirror }) => mirror))).size > 1;
	const [stored, arrange] = useLocalStorage<Arrangement>({
		key: 'image-arrangement-v1',
		defaultValue: 'view',
		getInitialValueInEffect: false,
	});
	const arrangement = hasMirrors ? stored : 'view';
	/** The chosen source of each view for which one was chosen. */
	const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
	const { sizes, measure } = useSizes();
	const paddingOf = ({ view }: FoundPicture) => (view ? options.paddings[view] : 0);
	const itemsOf = ({ pictures }: FoundProduct, known: Sizes = sizes): ShownPicture[] =>
		arrangement === 'mirror'
			? byMirror(pictures)
			: byView(pictures, chosen, (sources) => bestSource(sources, known, paddingOf));
	const measureSources = async (item: ShownPicture) =>
		Promise.all(item.sources.map(async ({ url }) => [url, await measure(url)] as const));
	return {
		/** Whether there is more than one mirror. */
		hasMirrors,
		arrangement,
		arrange,
		sizes,
		itemsOf,
		choose: (key: string, { id }: FoundPicture) => setChosen((before) => ({ ...before, [key]: id })),
		/** The size of a picture with what the browser adds to it; null while it is unknown. */
		sizeOf(picture: FoundPicture, known: Sizes = sizes): Size | null {
			const size = known[picture.url] ?? null;
			const look = lookOf(picture, options);
			return size && look ? paddedSize(size, look.padding) : size;
		},
		/** Reads the sizes of all sources of a picture, of which the best is shown. */
		seen: (item: ShownPicture) => void measureSources(item),
		/** Reads the sizes of all sources of these pictures. */
		async measureAll(items: readonly ShownPicture[]): Promise<Sizes> {
			return Object.fromEntries((await Promise.all(items.map(measureSources))).flat());
		},
	};
}
