import type { Product, WatchEntry } from '@dropwire/db';
import { REGIONS } from '@dropwire/db/topics';
import type { ProductSnapshot } from '@dropwire/engine';
import type { Call, Handlers } from '../http/call.ts';
import { addEntries, listEntries, removeEntries } from './entries.ts';
import { looksAt } from './looks.ts';

/** The SKU manager. */
export const watchlistHandlers = {
	skus: async ({ input, knex }) => {
		const entries = await listEntries(knex, input.type);
		const looks = await looksAt(
			knex,
			input.type,
			entries.map((entry) => entry.sku),
		);
		return { data: entries.map((entry) => presentEntry(entry, looks.get(entry.sku) ?? [])) };
	},

	skusChange: (call) => change(call, call.input.type),
	adidasSkusChange: (call) => change(call, call.input.type),
} satisfies Partial<Handlers>;

async function change(call: Call<'skusChange' | 'adidasSkusChange'>, type: string) {
	const entries = call.input.sku.map((sku) => ({ sku, productLink: null }));
	const changed = await (call.input.action === 'ADD' ? addEntries : removeEntries)(call, type, entries);
	return { data: { type, ...changed } };
}

function presentEntry(entry: WatchEntry, looks: readonly Product[]) {
	const inOrder = [...looks].sort((a, b) => REGIONS.indexOf(a.region) - REGIONS.indexOf(b.region));
	const first = inOrder.find((row) => row.snapshot !== null);
	const snapshot = first?.snapshot ? (JSON.parse(first.snapshot) as ProductSnapshot) : null;
	const newest = (times: (number | null)[]) =>
		times.reduce<number | null>((a, b) => (b !== null && b > (a ?? 0) ? b : a), null);
	return {
		sku: entry.sku,
		title: snapshot?.title ?? null,
		image: snapshot?.image ?? null,
		addedAt: entry.createdAt,
		checkedAt: newest(inOrder.map((row) => row.checkedAt)),
		changedAt: newest(inOrder.map((row) => row.changedAt)),
		regions: inOrder.filter((row) => row.state === 'read').map((row) => row.region),
		blocked: inOrder.flatMap((row) =>
			row.blockedSince === null
				? []
				: [{ region: row.region, reason: row.blockedReason ?? '', since: row.blockedSince }],
		),
	};
}
