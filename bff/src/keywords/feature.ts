import { FoundProduct, KeywordWatch } from '@dropwire/db';
import { formatMoney, KEYWORD_LIMITS, keywordText, SKU_LISTS, sourceNameOf } from '@dropwire/domain';
import { searchShop } from '@dropwire/engine';
import type { Source } from '@dropwire/retailers';
import { CallError, notFound } from '../http/errors.ts';
import type { Feature } from '../http/feature.ts';
import { readPage } from '../http/page.ts';
import { changeEntries } from '../watchlists/entries.ts';
import { isAnyShop, placeOf, searchable } from './places.ts';
import { presentFound } from './presentFound.ts';
import { addWatch, editWatch, importWatches, present, targetOf } from './watches.ts';

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
					max: KEYWORD_LIMITS.watches,
					searchable: searchable(sources).map((source) => ({
						source: sourceNameOf(source),
						regions: [...source.regions],
						anyShop: isAnyShop(source),
					})),
				};
			},

			keywordWatchCreate: async (call) => {
				const row = await addWatch(call, sources, call.input);
				return { data: present(row, 0) };
			},

			keywordWatchEdit: async (call) => {
				const { row, found } = await editWatch(call, sources);
				return { data: present(row, found) };
			},

			keywordsImport: (call) => importWatches(call, sources),

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
