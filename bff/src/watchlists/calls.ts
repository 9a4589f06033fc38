import { createHash } from 'node:crypto';
import { type Knex, Product, WatchEntry } from '@dropwire/db';
import { LIMITS, REGIONS, WATCH_LISTS, type WatchList } from '@dropwire/db/topics';
import type { ProductSnapshot } from '@dropwire/engine';
import { callerOf, type Handlers } from '../http/call.ts';
import { CallError } from '../http/errors.ts';

const ALL_LISTS = Object.keys(WATCH_LISTS) as WatchList[];

/** The SKU manager. */
export const watchlistHandlers = {
	skus: async ({ input, knex }) => {
		const entries = await WatchEntry.query(knex).where({ list: input.type }).orderBy('id', 'desc').limit(LIMITS.list);
		const looks = await looksAt(
			knex,
			entries.map((entry) => entry.sku),
		);
		return { data: entries.map((entry) => presentEntry(entry, looks.get(entry.sku) ?? [])) };
	},

	skusChange: async (call) => {
		const { action, type } = call.input;
		const skus = [...new Set(call.input.sku)];
		const standing = await WatchEntry.query(call.knex)
			.where({ list: type })
			.whereIn('skuHash', skus.map(hash))
			.select('sku');
		const there = new Set(standing.map((entry) => entry.sku));
		const changed = skus.filter((sku) => there.has(sku) === (action === 'REMOVE'));
		if (action === 'ADD') {
			const size = await WatchEntry.query(call.knex).where({ list: type }).resultSize();
			if (size + changed.length > LIMITS.list) {
				throw new CallError('invalid_input', `The list may hold ${LIMITS.list} SKUs; it holds ${size}.`, {
					sku: 'are too many for the list',
				});
			}
			const entry = { list: type, productLink: null, createdAt: Date.now(), createdBy: callerOf(call).discordId };
			// One that another call added meanwhile is there, which is all that was asked for.
			if (changed.length > 0) {
				await call
					.knex('watch_entries')
					.insert(changed.map((sku) => ({ ...entry, sku, skuHash: hash(sku) })))
					.onConflict(['list', 'skuHash'])
					.ignore();
			}
		} else {
			await WatchEntry.query(call.knex).where({ list: type }).whereIn('skuHash', changed.map(hash)).delete();
			await forgetUnwatched(call.knex, changed);
		}
		const change = { type, sku: changed };
		if (changed.length > 0)
			call.changed({ target: type, ...(action === 'ADD' ? { after: change } : { before: change }) });
		call.afterCommit(() => call.server.engine?.watchChanged());
		return { data: { type, changed, unchanged: skus.filter((sku) => !changed.includes(sku)) } };
	},
} satisfies Partial<Handlers>;

function hash(sku: string): string {
	return createHash('sha256').update(sku).digest('hex');
}

/** What no list watches any more starts with a new baseline when it comes back. */
async function forgetUnwatched(knex: Knex, skus: readonly string[]): Promise<void> {
	const left = await WatchEntry.query(knex)
		.whereIn('list', ALL_LISTS)
		.whereIn('skuHash', skus.map(hash))
		.distinct('sku');
	const watched = new Set(left.map((entry) => entry.sku));
	await Product.query(knex)
		.where({ source: 'NIKE' })
		.whereIn(
			'sku',
			skus.filter((sku) => !watched.has(sku)),
		)
		.delete();
}

const CHUNK = 500;

async function looksAt(knex: Knex, skus: readonly string[]): Promise<Map<string, Product[]>> {
	const looks = new Map<string, Product[]>();
	for (let at = 0; at < skus.length; at += CHUNK) {
		for (const row of await Product.query(knex)
			.where({ source: 'NIKE' })
			.whereIn('sku', skus.slice(at, at + CHUNK))) {
			looks.set(row.sku, [...(looks.get(row.sku) ?? []), row]);
		}
	}
	return looks;
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
