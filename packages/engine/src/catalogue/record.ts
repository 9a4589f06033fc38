import type { Knex, StoredRow } from '@dropwire/db';
import {
	type Brand,
	type CatalogueOrigin,
	chunks,
	type Offer,
	productWords,
	type Region,
	splitWords,
} from '@dropwire/domain';
import type { ProductSnapshot } from '@dropwire/retailers';
import { isBuyable, isOnSale, isOver, isUnknown } from '../product/compare.ts';
import { type Facts, factsOfSnapshot, withStated } from './facts.ts';

/** Rows per statement: SQLite joins at most 500 selects, as which knex inserts rows. */
const ROWS = 500;
/** How much later a product must be met again for that to be written. */
const SEEN_EVERY_MS = 3_600_000;

/** A product that was met. */
export interface Seen {
	brand: Brand;
	sku: string;
	region: Region;
	offer: Offer;
	origin: CatalogueOrigin;
	facts: Facts;
	/** When, epoch ms. */
	at: number;
	/** Whether a change of its price or stock was stored. */
	isChange: boolean;
}

/** The state of a product after a check. */
export interface Checked {
	brand: Brand;
	sku: string;
	region: Region;
	offer: Offer;
	origin: CatalogueOrigin;
	/** Null for a product that is gone. */
	snapshot: ProductSnapshot | null;
	at: number;
	/** Whether a change of its price or stock was stored. */
	isChange: boolean;
}

/** Records the entries of checked products and their state in the regions; for checks that found something new. */
export async function recordInCatalogue(trx: Knex, checks: readonly Checked[]): Promise<void> {
	const seen = checks.flatMap((check): Seen[] => {
		const { snapshot } = check;
		return [{ ...check, facts: snapshot ? factsOfSnapshot(snapshot) : {} }];
	});
	await recordSeen(trx, seen);
	const states = checks.filter(({ offer }) => offer === 'NEW').map(stateOf);
	for (const some of chunks(states, ROWS)) {
		await trx('catalogue_regions').insert(some).onConflict(['brand', 'sku', 'region']).merge();
	}
}

function stateOf({ brand, sku, region, snapshot, at }: Checked) {
	const price = snapshot?.price ?? null;
	// Neither a placeholder nor the launch of a product that was taken off sale announces anything; what is on sale is in stock.
	const isNamed = snapshot && !snapshot.launchIsPlaceholder && !snapshot.launchIsAgain && !isOver(snapshot);
	return {
		brand,
		sku,
		region,
		price: price?.current ?? null,
		full: price?.full ?? null,
		currency: price?.currency ?? null,
		available: canBeBought(snapshot, at),
		launchAt: isNamed ? snapshot.launchAt : null,
	};
}

/** Whether a product can be bought once its launch has passed, which feeds say days before; null if that is unknown. */
function canBeBought(snapshot: ProductSnapshot | null, at: number): boolean | null {
	if (isBuyable(snapshot, snapshot?.launchAt ?? at)) return true;
	return snapshot !== null && isOnSale(snapshot) && isUnknown(snapshot) ? null : false;
}

/** Forgets the catalogue's states of products in the regions where none of them is stored any more: what was last seen is no longer in force. */
export async function forgetStates(trx: Knex, brand: Brand, skus: readonly string[]): Promise<void> {
	const unknown = { price: null, full: null, currency: null, available: null, launchAt: null };
	for (const some of chunks(skus, ROWS)) {
		await trx('catalogue_regions')
			.where({ brand })
			.whereIn('sku', [...some])
			.whereNotExists(
				trx('products as p')
					.where({ 'p.offer': 'NEW' })
					.whereRaw(
						'p.source = catalogue_regions.brand and p.sku = catalogue_regions.sku and p.region = catalogue_regions.region',
					),
			)
			.update(unknown);
	}
}

/**
 * Creates or completes the entries of products. A product without a title and without an entry gets none. Writes only what
 * differs, so that meeting a known product again costs one read.
 */
export async function recordSeen(trx: Knex, seen: readonly Seen[]): Promise<void> {
	for (const [brand, ofBrand] of Map.groupBy(seen, (one) => one.brand)) {
		for (const some of chunks(ofBrand, ROWS)) {
			const fresh = some.flatMap(({ sku, facts: { title }, origin, at }) => {
				return title ? [newEntry({ brand, sku, title }, { origin, at })] : [];
			});
			const known = await openEntries(trx, { brand, skus: some.map(({ sku }) => sku), fresh });
			const written = new Map<string, Entry>();
			for (const one of some) {
				const before = written.get(one.sku) ?? known.get(one.sku);
				const after = before && entryAfter(before, one);
				if (after && after !== before) written.set(one.sku, after);
			}
			await writeEntries(
				trx,
				[...written.values()].map((entry) => ({ entry, before: known.get(entry.sku) as Entry })),
			);
		}
	}
}

/** An entry as it is stored, without the columns that are computed. */
export type Entry = StoredRow<'catalogue'>;

/**
 * The entries of SKUs of a brand, locked: products are checked in several regions at once. Creates those that do not exist
 * yet, without words (`isNew`).
 * @param fresh the new ones; the first of each SKU counts
 */
export async function openEntries(
	trx: Knex,
	{ brand, skus, fresh }: { brand: Brand; skus: readonly string[]; fresh: readonly Entry[] },
): Promise<Map<string, Entry>> {
	const known = await readEntries(trx, brand, skus);
	const missing = new Map(fresh.toReversed().flatMap((entry) => (known.has(entry.sku) ? [] : [[entry.sku, entry]])));
	if (missing.size === 0) return known;
	for (const rows of chunks([...missing.values()], ROWS)) {
		await insertRows(trx, 'catalogue', { rows, key: ['brand', 'sku'], merged: [] });
	}
	// Another transaction can have created them in between.
	return new Map([...known, ...(await readEntries(trx, brand, [...missing.keys()]))]);
}

/** Whether the transaction has just created an entry: all others have words. */
export function isNew({ words }: Pick<Entry, 'words'>): boolean {
	return words === '';
}

/** The entries of SKUs of a brand; in a transaction locked. */
export async function readEntries(knex: Knex, brand: Brand, skus: readonly string[]): Promise<Map<string, Entry>> {
	const entries = new Map<string, Entry>();
	for (const some of chunks([...new Set(skus)], ROWS)) {
		const rows: Entry[] = await knex('catalogue').where({ brand }).whereIn('sku', some).forUpdate().select(COLUMNS);
		for (const row of rows) entries.set(row.sku, row);
	}
	return entries;
}

const COLUMNS = [
	'brand',
	'sku',
	'title',
	'subtitle',
	'color',
	'category',
	'image',
	'url',
	'releasedOn',
	'origin',
	'firstSeenAt',
	'lastSeenAt',
	'changedAt',
	'stated',
	'statedIn',
	'words',
] as const;

/** The entry after a product was met; the same object if nothing changes. */
function entryAfter(before: Entry, { region, offer, facts, at, isChange }: Seen): Entry {
	const changes = withStated(before, facts, { region, isSecondary: offer !== 'NEW' && !isNew(before) });
	const changedAt = isChange ? Math.max(before.changedAt, at) : before.changedAt;
	const isGone = Object.keys(facts).length === 0;
	const lastSeenAt = isGone ? before.lastSeenAt : Math.max(before.lastSeenAt, at);
	const isNews = isNew(before) || Object.keys(changes).length > 0 || changedAt !== before.changedAt;
	if (!isNews && lastSeenAt - before.lastSeenAt < SEEN_EVERY_MS) return before;
	return withWords({ ...before, ...changes, changedAt, lastSeenAt });
}

/** An entry of which only the title is known. */
export function newEntry(
	{ brand, sku, title }: Pick<Entry, 'brand' | 'sku' | 'title'>,
	{ origin, at }: { origin: CatalogueOrigin; at: number },
): Entry {
	const unknown = { subtitle: null, color: null, category: null, image: null, url: null, releasedOn: null };
	const times = { firstSeenAt: at, lastSeenAt: at, changedAt: at };
	return { brand, sku, title, ...unknown, origin, ...times, stated: '', statedIn: null, words: '' };
}

/** An entry with the words of its title, colour and SKU. */
export function withWords(entry: Entry): Entry {
	return { ...entry, words: productWords(entry) };
}

/** Stores changed entries, with the words that find them. */
export async function writeEntries(trx: Knex, changes: readonly { entry: Entry; before: Entry }[]): Promise<void> {
	const gone: [string, string, string][] = [];
	const found: { word: string; brand: Brand; sku: string }[] = [];
	for (const { entry, before } of changes) {
		if (entry.words === before.words) continue;
		const { brand, sku } = entry;
		const [old, current] = [new Set(splitWords(before.words)), new Set(splitWords(entry.words))];
		for (const word of old) if (!current.has(word)) gone.push([word, brand, sku]);
		for (const word of current) if (!old.has(word)) found.push({ word, brand, sku });
	}
	const kept = COLUMNS.filter((column) => !['brand', 'sku', 'origin', 'firstSeenAt'].includes(column));
	for (const some of chunks(changes, ROWS)) {
		const rows = some.map(({ entry }) => entry);
		await insertRows(trx, 'catalogue', { rows, key: ['brand', 'sku'], merged: kept });
	}
	for (const some of chunks(gone, ROWS)) await trx('catalogue_words').whereIn(['word', 'brand', 'sku'], some).delete();
	// In the order of the index: neighbours are written together.
	found.sort((a, b) => (a.word < b.word ? -1 : a.word > b.word ? 1 : 0));
	for (const rows of chunks(found, ROWS)) {
		await insertRows(trx, 'catalogue_words', { rows, key: ['word', 'brand', 'sku'], merged: [] });
	}
}

/** Inserts rows with the same columns. Of those that exist, the `merged` columns are replaced. */
async function insertRows(
	trx: Knex,
	table: string,
	{ rows, key, merged }: { rows: readonly object[]; key: readonly string[]; merged: readonly string[] },
): Promise<void> {
	if (trx.client.dialect === 'mysql') {
		const insert = trx(table)
			.insert([...rows])
			.onConflict([...key]);
		await (merged.length > 0 ? insert.merge([...merged]) : insert.ignore());
		return;
	}
	// One value: SQLite takes several times as long to prepare a statement with a thousand of them.
	const columns = Object.keys(rows[0] ?? {});
	const quoted = (names: readonly string[], write = (name: string) => name) =>
		names.map((name) => write(`"${name}"`)).join(', ');
	const update = quoted(merged, (name) => `${name} = excluded.${name}`);
	await trx.raw(
		`insert into ${table} (${quoted(columns)})
			select ${columns.map((_, index) => `value ->> ${index}`).join(', ')} from json_each(?) where true
			on conflict (${quoted(key)}) do ${merged.length > 0 ? `update set ${update}` : 'nothing'}`,
		[JSON.stringify(rows.map(Object.values))],
	);
}
