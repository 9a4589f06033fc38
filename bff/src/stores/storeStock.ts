import type { StoreStock } from '@dropwire/contract';
import type { Knex } from '@dropwire/db';
import { type Brand, type NearStore, nearStores, type Region, type Store } from '@dropwire/domain';
import type { Source, StoreReader, StoreSize } from '@dropwire/retailers';
import { LRUCache } from 'lru-cache';
import type { Call } from '../http/context.ts';
import { CallError } from '../http/errors.ts';
import { storedSku } from '../skus/storedSkus.ts';

/** How long an answer of a shop is used, ms. */
const ANSWER_MS = 5 * 60_000;
const LIST_MS = 86_400_000;
const MAX_ANSWERS = 20_000;
/** The time for all stores together. What is not read then is named, and is asked for again by the next call. */
const BUDGET_MS = 8000;

interface Reader extends Pick<Source, 'name' | 'regions'> {
	reader: StoreReader;
	evidence: NonNullable<Source['stores']>;
}

/** The stock of one store, as a shop answered. */
interface Answer {
	sizes: readonly StoreSize[];
	checkedAt: number;
}

/** What the stores of all sources that can say it have of a product. */
export function createStoreStock(sources: readonly Source[], { budgetMs = BUDGET_MS } = {}) {
	const readers = sources.flatMap(({ name, regions, stores, storeReader }): Reader[] =>
		stores && storeReader ? [{ name, regions, reader: storeReader, evidence: stores }] : [],
	);
	const names = readers.map(({ name }) => name);
	const lists = new LRUCache<Brand, readonly Store[]>({ max: 50, ttl: LIST_MS });
	const products = new LRUCache<string, { sizes: ReadonlyMap<string, string> | null }>({ max: 1000, ttl: ANSWER_MS });
	const answers = new LRUCache<string, Answer>({ max: MAX_ANSWERS, ttl: ANSWER_MS });

	/** The imported list, else the shop's own. @throws CallError 502 if there is neither */
	async function storesOf(
		knex: Knex,
		{ name, reader }: Reader,
		region: Region,
		signal: AbortSignal,
	): Promise<readonly Store[]> {
		const imported = await knex('stores').where({ source: name, country: region }).limit(MAX_ANSWERS);
		if (imported.length > 0) return imported;
		const isImported = await knex('stores').where({ source: name }).first('id');
		if (isImported) return [];
		const known = lists.get(name) ?? (await asked(() => reader.list(signal), `${name}'s list of stores`));
		lists.set(name, known);
		return known.filter(({ country }) => country === region);
	}

	async function sizesOf({ name, reader }: Reader, region: Region, sku: string, signal: AbortSignal) {
		const key = `${name} ${region} ${sku}`;
		const known = products.get(key);
		if (known) return known.sizes;
		const sizes = await asked(() => reader.sizes(region, sku, signal), `${sku} in ${region}`);
		products.set(key, { sizes });
		return sizes;
	}

	async function stockOf(
		{ name, reader }: Reader,
		{ sku, store, sizes }: { sku: string; store: Store; sizes: ReadonlyMap<string, string> },
		signal: AbortSignal,
	): Promise<Answer | { reason: string }> {
		const key = `${name} ${sku} ${store.id}`;
		const known = answers.get(key);
		if (known) return known;
		try {
			const answer = { sizes: await reader.stock({ sku, storeId: store.id, sizes }, signal), checkedAt: Date.now() };
			answers.set(key, answer);
			return answer;
		} catch (error) {
			return { reason: signal.aborted ? 'No answer in time. Try again in a minute.' : (error as Error).message };
		}
	}

	return {
		names,
		/** @throws CallError 404 for a source that cannot say it, 502 if the shop does not answer at all */
		async read({ input, knex }: Pick<Call<'storeStock'>, 'input' | 'knex'>): Promise<StoreStock | null> {
			const { brand, region, near } = input;
			const source = readers.find(({ name }) => name === brand);
			if (!source)
				throw new CallError(
					'not_found',
					`${brand} does not say what its stores have. Sources that do: ${names.join(', ')}.`,
				);
			if (!source.regions.includes(region)) return null;
			const signal = AbortSignal.timeout(budgetMs);
			const sku = await storedSku(knex, brand, input.sku);
			const sizes = await sizesOf(source, region, sku, signal);
			if (sizes === null) return null;
			const stores = nearStores(await storesOf(knex, source, region, signal), near);
			const read = await Promise.all(
				stores.map(async (one) => ({ one, answer: await stockOf(source, { sku, store: one.store, sizes }, signal) })),
			);
			return {
				stores: read.flatMap(({ one, answer }) => ('sizes' in answer ? [presented(one, answer)] : [])),
				failed: read.flatMap(({ one, answer }) =>
					'reason' in answer ? [{ id: one.store.id, name: one.store.name, reason: answer.reason }] : [],
				),
				evidence: source.evidence,
				source: source.name,
			};
		},
	};
}

async function asked<T>(ask: () => Promise<T>, what: string): Promise<T> {
	return ask().catch((error: unknown) => {
		throw new CallError(
			'upstream_failed',
			`Could not read ${what}: ${(error as Error).message}. Try again in a minute.`,
		);
	});
}

function presented({ store, distanceKm }: NearStore, { sizes, checkedAt }: Answer): StoreStock['stores'][number] {
	const { id, name, city, postalCode, latitude, longitude } = store;
	const place = latitude === null || longitude === null ? null : `${latitude},${longitude}`;
	const url = place && `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: place })}`;
	return { id, name, city, postalCode, distanceKm, url, sizes: [...sizes], checkedAt };
}
