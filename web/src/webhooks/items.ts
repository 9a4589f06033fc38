import type { OperatorRow, WebhookState } from '@dropwire/contract';
import type { Place, Section } from './brands.ts';

/** A line of the screen. Sections, groups and rows form one list; only its visible lines are rendered. */
export type Item =
	| {
			kind: 'section';
			key: string;
			section: Section | SkuSection;
			folded: boolean;
			count: number;
			failing: number;
			off: number;
	  }
	| { kind: 'group'; key: string; title: string }
	| { kind: 'row'; key: string; row: OperatorRow }
	| { kind: 'sku'; key: string; sku: string }
	| { kind: 'note'; key: string; text: string };

export interface SkuSection {
	id: string;
	title: string;
}

export interface ManagerState {
	rows: readonly OperatorRow[];
	sections: readonly Section[];
	skus: { section: SkuSection; group: string; skus: readonly string[] } | null;
	/** A part of the label. */
	filter: string;
	/** Null for webhooks of any state, or of any section. */
	state: WebhookState | null;
	section: string | null;
	isFolded(id: string): boolean;
	/** Whether a row is hidden because its deletion can still be undone. */
	isPendingDelete(key: string): boolean;
}

const placeKey = ({ brand, category, region, status }: { [K in keyof Place]: string }) =>
	`${brand}/${category}/${region}/${status}`;

/** A row's key, unique among the rows of all screens. */
export function rowKey(row: OperatorRow): string {
	return `${placeKey(row)}/${row.label}`;
}

function fails({ health }: OperatorRow): boolean {
	return health.active && (health.lastStatus === 'failed' || health.lastStatus === 'expired');
}

const IS: Readonly<Record<WebhookState, (row: OperatorRow) => boolean>> = {
	FAILING: fails,
	OFF: ({ health }) => !health.active,
	PAUSED: ({ options }) => options.paused === true,
	NEVER_USED: ({ health }) => health.lastStatus === null,
};

/** The lines to show. A filter keeps the matching rows and their headings, even in folded sections. */
export function itemsOf(screen: ManagerState): Item[] {
	const { rows, sections, skus, filter, state, section: chosen, isFolded, isPendingDelete } = screen;
	const text = filter.trim().toLowerCase();
	const wanted = text !== '' || state !== null;
	const isWanted = (row: OperatorRow) => row.label.toLowerCase().includes(text) && (state === null || IS[state](row));
	const byPlace = new Map<string, OperatorRow[]>();
	for (const row of rows) {
		if (isPendingDelete(rowKey(row))) continue;
		const group = byPlace.get(placeKey(row));
		if (group) group.push(row);
		else byPlace.set(placeKey(row), [row]);
	}
	const items: Item[] = [];
	for (const section of sections) {
		if (chosen !== null && section.id !== chosen) continue;
		const groups = section.groups.map((group) => {
			const all = byPlace.get(placeKey(group.place)) ?? [];
			return { ...group, all, shown: all.filter(isWanted) };
		});
		if (wanted && groups.every(({ shown }) => shown.length === 0)) continue;
		const own = groups.flatMap(({ all }) => all);
		const folded = !wanted && isFolded(section.id);
		const key = `section/${section.id}`;
		items.push({
			kind: 'section',
			key,
			section,
			folded,
			count: own.length,
			failing: own.filter(fails).length,
			off: own.filter(IS.OFF).length,
		});
		if (folded) continue;
		for (const { title, place, shown } of groups) {
			if (wanted && shown.length === 0) continue;
			const group = placeKey(place);
			items.push({ kind: 'group', key: group, title });
			if (shown.length === 0) items.push({ kind: 'note', key: `${group}/none`, text: 'No webhooks yet.' });
			for (const row of shown) items.push({ kind: 'row', key: rowKey(row), row });
		}
	}
	if (skus && state === null && chosen === null) {
		const all = skus.skus.filter((sku) => !isPendingDelete(`sku/${sku}`));
		const shown = all.filter((sku) => sku.toLowerCase().includes(text));
		const folded = !wanted && isFolded(skus.section.id);
		const { section, group } = skus;
		if (!wanted || shown.length > 0) {
			items.push({
				kind: 'section',
				key: `section/${section.id}`,
				section,
				folded,
				count: all.length,
				failing: 0,
				off: 0,
			});
			if (!folded) {
				items.push({ kind: 'group', key: 'skus', title: group });
				if (shown.length === 0) items.push({ kind: 'note', key: 'skus/none', text: 'No SKUs yet.' });
				for (const sku of shown) items.push({ kind: 'sku', key: `sku/${sku}`, sku });
			}
		}
	}
	if (wanted && items.length === 0)
		items.push({
			kind: 'note',
			key: 'none',
			text: state === null ? 'No label matches the filter.' : 'No webhooks match the filters.',
		});
	return items;
}
