import { FoundProduct, KeywordWatch } from '@dropwire/db';
import {
	brandOfLink,
	BRANDS,
	formatMoney,
	KEYWORD_LIMITS,
	type Keywords,
	keywordText,
	SKU_LISTS,
	sourceNameOf,
} from '@dropwire/domain';
import { searchShop } from '@dropwire/engine';
import type { Source } from '@dropwire/retailers';
import { CallError, invalidInput, notFound } from '../http/errors.ts';
import type { Feature } from '../http/feature.ts';
import { readPage } from '../http/page.ts';
import { linkProblem } from '../http/publicUrl.ts';
import type { ServerSettings } from '../settings.ts';
import { changeEntries } from '../watchlists/entries.ts';
import { presentFound } from './presentFound.ts';

const PAGE = 50;
const SHOWN = 50;
const SEARCH_MS = 15_000;

/** Keyword watches: what to look for in the lists of shops, and what was found. */
export function keywordsFeature({ sources }: { sources: readonly Source[] }) {
	return {
		handlers: {
			keywordWatches: async ({ knex }) => {
				const watches = await KeywordWatch.query(knex).orderBy('id').limit(KEYWORD_LIMITS.watches);
				const counts: { watchId: number; count: number }[] = await knex('found_products')
					.where({ isNew: 1 })
					.groupBy('watchId')
					.select('watchId')
					.count({ count: '*' });
				const found = new Map(counts.map(({ watchId, count }) => [watchId, count]));
				return {
					data: watches.map((watch) => present(watch, found.get(watch.id) ?? 0)),
					searchable: searchable(sources).map((source) => ({
						source: sourceNameOf(source),
						regions: [...source.regions],
						anyShop: isAnyShop(source),
					})),
				};
			},

			keywordWatchCreate: async (call) => {
				const { knex, caller, input, server } = call;
				const { shop } = placeOf(sources, server.settings, input);
				const watches = await KeywordWatch.query(knex).select('source', 'region', 'shop', 'include').forUpdate();
				if (watches.length >= KEYWORD_LIMITS.watches) {
					throw invalidInput({ include: `there can be at most ${KEYWORD_LIMITS.watches} keyword watches` });
				}
				const same = watches.some(
					(one) =>
						one.source === input.source &&
						one.region === input.region &&
						one.shop === shop &&
						one.include.join() === input.include.join(),
				);
				if (same) {
					const words = input.include.join(', ');
					throw new CallError('conflict', `${shop ?? input.source} ${input.region} is already searched for ${words}.`, {
						include: 'is already searched for in this region',
					});
				}
				const row = await KeywordWatch.query(knex).insertAndFetch({
					source: input.source,
					region: input.region,
					shop,
					include: input.include,
					exclude: input.exclude,
					minPrice: input.minPrice,
					maxPrice: input.maxPrice,
					createdAt: Date.now(),
					createdBy: caller.discordId,
				});
				call.audit({ target: targetOf(row), after: { keywords: keywordText(row) } });
				return { data: present(row, 0) };
			},

			keywordWatchDelete: async (call) => {
				const row = await KeywordWatch.query(call.knex).findById(Number(call.input.id));
				if (!row) throw notFound('This keyword watch');
				await KeywordWatch.query(call.knex).deleteById(row.id);
				call.audit({ target: targetOf(row), before: { keywords: keywordText(row) } });
				return { data: { id: call.input.id } };
			},

			keywordTry: async ({ input, server }) => {
				const { source, shop } = placeOf(sources, server.settings, input);
				const place = { region: input.region, shop };
				const signal = AbortSignal.timeout(SEARCH_MS);
				const result = await searchShop(source, place, input, signal).catch((error: unknown) => {
					if (!signal.aborted) throw error;
					return { found: [], problem: `the shop did not answer within ${SEARCH_MS / 1000} s` };
				});
				if (result.problem !== null) return { data: { matches: 0, products: [], problem: result.problem } };
				const products = result.found.slice(0, SHOWN).map(({ price, ...product }) => ({
					...product,
					price: price && formatMoney(price.current, price.currency),
				}));
				return { data: { matches: result.found.length, products, problem: null } };
			},

			foundProducts: async ({ input, knex }) => {
				const query = FoundProduct.query(knex).where({ isNew: 1 }).orderBy('id', 'desc');
				if (input.watchId !== undefined) void query.where({ watchId: Number(input.watchId) });
				if (input.cursor !== undefined) void query.where('id', '<', Number(input.cursor));
				const { rows, nextCursor } = await readPage(query, PAGE);
				return { data: await presentFound(knex, rows), nextCursor };
			},

			foundWatch: async (call) => {
				const row = await FoundProduct.query(call.knex).findOne({ id: Number(call.input.id), isNew: 1 });
				const [found] = row ? await presentFound(call.knex, [row]) : [];
				if (!found) throw notFound('This found product');
				const { list, entry, link, source } = found;
				if (list === null || entry === null)
					throw new CallError('conflict', `No list takes this product of ${source}.`);
				const productLink = SKU_LISTS[list] === 'sku and link' && link !== null ? link : undefined;
				await changeEntries(call, { action: 'SET', list, skus: [entry], productLink, fieldOf: () => 'id' });
				return { data: { ...found, listed: true } };
			},
		},
	} satisfies Feature;
}

function searchable(sources: readonly Source[]): Source[] {
	return sources.filter((source) => 'search' in source);
}

/** Whether the source searches the shop that a watch names. */
function isAnyShop({ byLink }: Source): boolean {
	return byLink === 'each host';
}

/**
 * The source to search, and the origin of the shop if it searches any.
 * @throws CallError 400 for a source that cannot be searched in the region, for a shop that is missing or cannot be
 * fetched, and for prices in the wrong order
 */
function placeOf(
	all: readonly Source[],
	settings: ServerSettings,
	{ source: name, region, shop, ...keywords }: Keywords & { source: string; region: string; shop?: string | undefined },
): { source: Source; shop: string | null } {
	const sources = searchable(all);
	const source = sources.find((one) => sourceNameOf(one) === name);
	if (!source) {
		const names = sources.map(sourceNameOf).join(', ');
		throw invalidInput({ source: `must be one of ${names}, and ${JSON.stringify(name)} is not` });
	}
	if (!source.regions.some((one) => one === region)) {
		throw invalidInput({ region: `must be one of ${source.regions.join(', ')} for ${name}` });
	}
	const { minPrice, maxPrice } = keywords;
	if (minPrice !== null && maxPrice !== null && minPrice > maxPrice) {
		throw invalidInput({ maxPrice: `must be at least minPrice, which is ${minPrice}` });
	}
	return { source, shop: shopOf(source, shop, settings) };
}

function shopOf(source: Source, shop: string | undefined, settings: ServerSettings): string | null {
	const name = sourceNameOf(source);
	if (!isAnyShop(source)) {
		if (shop === undefined) return null;
		throw invalidInput({ shop: `must be omitted: ${name} is one shop` });
	}
	if (shop === undefined) throw invalidInput({ shop: 'must be the address of the shop, such as https://shop.example' });
	const { origin } = new URL(shop);
	if (settings.PRIVATE_SHOPS.includes(origin)) return origin;
	const problem = origin.startsWith('https:') ? linkProblem(shop, settings) : 'must begin with https://';
	if (problem !== null) throw invalidInput({ shop: problem });
	const brand = brandOfLink(shop);
	if (brand !== null) throw invalidInput({ shop: `is the shop of ${BRANDS[brand].name}, which ${name} does not read` });
	return origin;
}

function targetOf({ source, region, shop }: KeywordWatch): string {
	return `keywords ${shop ?? source} ${region}`;
}

/** The output schema leaves out who created it. */
function present({ id, ...row }: KeywordWatch, found: number) {
	return { ...row, id: String(id), found };
}
