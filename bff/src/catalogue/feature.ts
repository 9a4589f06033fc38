import { CatalogueEntry, HistorySeries, type Knex } from '@dropwire/db';
import type { Brand } from '@dropwire/domain';
import { storedDate } from '@dropwire/engine';
import { invalidInput, notFound } from '../http/errors.ts';
import type { Feature } from '../http/feature.ts';
import { storedRegions } from '../productCards/readCard.ts';
import { exportRows } from './exportRows.ts';
import { importCatalogue } from './importCatalogue.ts';
import { intervalsOf } from './intervals.ts';
import { presentEntries, presentPage } from './present.ts';
import { searchCatalogue } from './search/search.ts';
import { storedSku } from '../skus/storedSkus.ts';
import { suggestProducts } from './suggest.ts';

const SUGGESTIONS = 25;

/** Every product that was ever seen. */
export const catalogueFeature = {
	handlers: {
		catalogue: async ({ input, knex, caller }) => {
			const { available, from, to, ...search } = input;
			if (search.sort === 'price' && search.region === undefined) {
				throw invalidInput({ region: 'is required to sort by price' });
			}
			const { keys, nextCursor } = await searchCatalogue(knex, {
				...search,
				available: available === undefined ? undefined : available === 'true',
				from: from === undefined ? undefined : storedDate(from),
				to: to === undefined ? undefined : storedDate(to),
			});
			return { data: await presentPage(knex, keys, caller.access?.admin === true), nextCursor };
		},

		catalogueEntry: async ({ input: { brand, sku: asked }, knex, caller }) => {
			const sku = await storedSku(knex, brand, asked);
			const row = await CatalogueEntry.query(knex).findById([brand, sku]);
			const [entry] = row ? await presentEntries(knex, [row], caller.access?.admin === true) : [];
			if (!entry) throw notFound(`${brand} ${sku}`);
			const lists = Array.isArray(entry.watched) ? entry.watched : null;
			const [regions, history, intervals] = await Promise.all([
				storedRegions(knex, { brand, sku }),
				historyOf(knex, { brand, sku }),
				lists && intervalsOf(knex, { brand, sku, watched: lists }),
			]);
			const checked = intervals && { interval: intervals[0] ?? null, intervals };
			return { data: { ...entry, regions, ...checked, history } };
		},

		skuSuggest: async ({ input, knex }) => ({ data: await suggestProducts(knex, input.text, SUGGESTIONS) }),

		catalogueExport: ({ input, knex }) => exportRows(knex, input.format),

		catalogueImport: importCatalogue,
	},
} satisfies Feature;

/** The number of stored changes of a product in all regions, and the time of the first. */
async function historyOf(knex: Knex, { brand, sku }: { brand: Brand; sku: string }) {
	const series = await HistorySeries.query(knex).where({ source: brand, sku }).select('points', 'firstAt');
	const points = series.reduce((sum, one) => sum + one.points, 0);
	return { points, since: points === 0 ? null : Math.min(...series.map(({ firstAt }) => firstAt)) };
}
