import { createHash } from 'node:crypto';
import { type Knex, Product, WatchEntry } from '@dropwire/db';
import { LIMITS, WATCH_LISTS, type WatchList } from '@dropwire/db/topics';
import { callerOf, type Change, type Server } from '../http/call.ts';
import type { Caller } from '../http/caller.ts';
import { invalidInput } from '../http/errors.ts';

/** What stands on a list: a SKU, or a product's page where the retailer has none. */
export interface Entry {
	sku: string;
	productLink: string | null;
}

/** Which of the given changed something, and which did not. */
export interface EntryChange {
	changed: string[];
	unchanged: string[];
}

type WriteCall = {
	knex: Knex;
	caller: Caller | null;
	server: Server;
	changed(change: Change): void;
	afterCommit(work: () => void): void;
};

const CHUNK = 500;
const MONITORED = Object.keys(WATCH_LISTS) as WatchList[];

/** The entries of a list, newest first. */
export async function listEntries(knex: Knex, list: string): Promise<WatchEntry[]> {
	return WatchEntry.query(knex).where({ list }).orderBy('id', 'desc').limit(LIMITS.list);
}

/** Puts entries on a list; what stands there already is left as it is. @throws CallError 400 when the list gets too long */
export async function addEntries(call: WriteCall, list: string, entries: readonly Entry[]): Promise<EntryChange> {
	const { wanted, standing } = await compared(call.knex, list, entries);
	const added = wanted.filter(({ sku }) => !standing.has(sku));
	const size = await WatchEntry.query(call.knex).where({ list }).resultSize();
	if (size + added.length > LIMITS.list) {
		throw invalidInput({ sku: `are too many: the list may hold ${LIMITS.list} and holds ${size}` });
	}
	const by = { list, createdAt: Date.now(), createdBy: callerOf(call).discordId };
	for (const rows of chunks(added)) {
		// One that another call added meanwhile is there, which is all that was asked for.
		await call
			.knex('watch_entries')
			.insert(rows.map((entry) => ({ ...by, ...entry, skuHash: hash(entry.sku) })))
			.onConflict(['list', 'skuHash'])
			.ignore();
	}
	return finish(call, list, wanted, added, 'after');
}

/** Takes entries off a list; what stands on none any more starts with a new baseline when it comes back. */
export async function removeEntries(call: WriteCall, list: string, entries: readonly Entry[]): Promise<EntryChange> {
	const { wanted, standing } = await compared(call.knex, list, entries);
	const removed = wanted.filter(({ sku }) => standing.has(sku));
	for (const rows of chunks(removed)) {
		await WatchEntry.query(call.knex)
			.where({ list })
			.whereIn(
				'skuHash',
				rows.map(({ sku }) => hash(sku)),
			)
			.delete();
		if (list in WATCH_LISTS)
			await forgetUnwatched(
				call.knex,
				rows.map(({ sku }) => sku),
			);
	}
	return finish(call, list, wanted, removed, 'before');
}

function finish(
	call: WriteCall,
	list: string,
	wanted: readonly Entry[],
	done: readonly Entry[],
	side: 'before' | 'after',
): EntryChange {
	const changed = done.map(({ sku }) => sku);
	if (changed.length > 0) call.changed({ target: list, [side]: { list, sku: changed } });
	call.afterCommit(() => call.server.engine?.watchChanged());
	const now = new Set(changed);
	return { changed, unchanged: wanted.map(({ sku }) => sku).filter((sku) => !now.has(sku)) };
}

/** Each entry once, and which of them stand on the list. */
async function compared(knex: Knex, list: string, entries: readonly Entry[]) {
	const wanted = [...new Map(entries.map((entry) => [entry.sku, entry])).values()];
	const standing = new Set<string>();
	for (const rows of chunks(wanted)) {
		const found = await WatchEntry.query(knex)
			.where({ list })
			.whereIn(
				'skuHash',
				rows.map(({ sku }) => hash(sku)),
			)
			.select('sku');
		for (const { sku } of found) standing.add(sku);
	}
	return { wanted, standing };
}

async function forgetUnwatched(knex: Knex, skus: readonly string[]): Promise<void> {
	const left = await WatchEntry.query(knex)
		.whereIn('list', MONITORED)
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

function hash(sku: string): string {
	return createHash('sha256').update(sku).digest('hex');
}

function* chunks<T>(items: readonly T[]): Generator<T[]> {
	for (let at = 0; at < items.length; at += CHUNK) yield items.slice(at, at + CHUNK);
}
