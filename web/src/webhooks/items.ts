import type { OperatorRow } from '@dropwire/bff/contract';
import type { Place, Section } from './brands.ts';

/** A line of the screen: sections, groups and rows in one list, so that only what is seen is drawn. */
export type Item =
	| { kind: 'section'; key: string; section: Section | SkuSection; folded: boolean; count: number; failing: number }
	| { kind: 'group'; key: string; title: string }
	| { kind: 'row'; key: string; row: OperatorRow }
	| { kind: 'sku'; key: string; sku: string }
	| { kind: 'note'; key: string; text: string };

export interface SkuSection {
	id: string;
	title: string;
}

export interface Standing {
	rows: readonly OperatorRow[];
	sections: readonly Section[];
	skus: { section: SkuSection; group: string; skus: readonly string[] } | null;
	filter: string;
	isFolded(id: string): boolean;
	/** On its way out: not shown. */
	isGoing(key: string): boolean;
}

const placeKey = ({ brand, category, region, status }: { [K in keyof Place]: string }) =>
	`${brand}/${category}/${region}/${status}`;

/** Names a row among all rows of all screens. */
export function rowKey(row: OperatorRow): string {
	return `${placeKey(row)}/${row.label}`;
}

export function fails({ health }: OperatorRow): boolean {
	return !health.active || health.lastStatus === 'failed' || health.lastStatus === 'expired';
}

/** The lines to show. With a filter only what it finds, with the headings over it, folded or not. */
export function itemsOf({ rows, sections, skus, filter, isFolded, isGoing }: Standing): Item[] {
	const wanted = filter.trim().toLowerCase();
	const byPlace = new Map<string, OperatorRow[]>();
	for (const row of rows) {
		const group = byPlace.get(placeKey(row));
		if (group) group.push(row);
		else byPlace.set(placeKey(row), [row]);
	}
	const items: Item[] = [];
	for (const section of sections) {
		const groups = section.groups.map((group) => {
			const all = byPlace.get(placeKey(group.place)) ?? [];
			return {
				...group,
				all,
				shown: all.filter((row) => row.label.toLowerCase().includes(wanted) && !isGoing(rowKey(row))),
			};
		});
		if (wanted && groups.every(({ shown }) => shown.length === 0)) continue;
		const own = groups.flatMap(({ all }) => all);
		const folded = !wanted && isFolded(section.id);
		const key = `section/${section.id}`;
		items.push({ kind: 'section', key, section, folded, count: own.length, failing: own.filter(fails).length });
		if (folded) continue;
		for (const { title, place, shown } of groups) {
			if (wanted && shown.length === 0) continue;
			const group = placeKey(place);
			items.push({ kind: 'group', key: group, title });
			if (shown.length === 0)
				items.push({ kind: 'note', key: `${group}/none`, text: 'None yet. Add one with the button below.' });
			for (const row of shown) items.push({ kind: 'row', key: rowKey(row), row });
		}
	}
	if (skus) {
		const shown = skus.skus.filter((sku) => sku.toLowerCase().includes(wanted) && !isGoing(`sku/${sku}`));
		const folded = !wanted && isFolded(skus.section.id);
		const { section, group } = skus;
		if (!wanted || shown.length > 0) {
			items.push({
				kind: 'section',
				key: `section/${section.id}`,
				section,
				folded,
				count: skus.skus.length,
				failing: 0,
			});
			if (!folded) {
				items.push({ kind: 'group', key: 'skus', title: group });
				if (shown.length === 0)
					items.push({ kind: 'note', key: 'skus/none', text: 'None yet. Add one with the button below.' });
				for (const sku of shown) items.push({ kind: 'sku', key: `sku/${sku}`, sku });
			}
		}
	}
	if (wanted && items.length === 0) items.push({ kind: 'note', key: 'none', text: 'None with that label.' });
	return items;
}
