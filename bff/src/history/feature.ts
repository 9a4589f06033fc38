import { HistorySeries, type Knex } from '@dropwire/db';
import {
	type Brand,
	historyStatistics,
	MARKET_ZONES,
	presentHistory,
	REGIONS,
	sincePoint,
	staysOf,
} from '@dropwire/domain';
import { readHistory } from '@dropwire/engine';
import { notFound } from '../http/errors.ts';
import type { Feature } from '../http/feature.ts';
import { knownSku, storedSpellings } from '../skus/storedSkus.ts';
import { exportPoints } from './exportPoints.ts';
import { createHistoryPictures } from './picture/historyPicture.ts';

const YEAR_MS = 365 * 86_400_000;

/** How products changed. */
export function historyFeature() {
	const pictures = createHistoryPictures();
	return {
		handlers: {
			history: async ({ input: { brand, sku, region, offer, ...asked }, knex }) => {
				const now = Date.now();
				// Nothing is known of the future.
				const to = Math.min(asked.to ?? now, now);
				const from = Math.min(asked.from ?? Math.max(0, to - YEAR_MS), to);
				const stored = await seriesOf(knex, brand, sku);
				const series = stored.find((one) => one.region === region && one.offer === offer);
				if (!series && stored.length === 0) await mustBeKnown(knex, brand, sku);
				const { points, isCut } = (series && (await readHistory(knex, series))) ?? { points: [], isCut: false };
				// A year's stays take a third of the call.
				const stays = staysOf(points);
				const all = historyStatistics(points, now, MARKET_ZONES[region], stays);
				const statistics = all && isCut ? sincePoint(all, points[0]?.at ?? now, now) : all;
				return { data: { ...presentHistory(points, { from, to }, stays, isCut), statistics } };
			},

			historyPicture: (call) => pictures.read(call),

			historyExport: async ({ input: { brand, sku, format }, knex }) => {
				const stored = await seriesOf(knex, brand, sku);
				if (stored.length === 0) await mustBeKnown(knex, brand, sku);
				return exportPoints(knex, stored, format);
			},
		},
	} satisfies Feature;
}

/** The histories of a product, in the order of the regions. */
async function seriesOf(knex: Knex, source: Brand, sku: string) {
	const series = await HistorySeries.query(knex)
		.where({ source })
		.whereIn('sku', await storedSpellings(knex, sku, source))
		.select('id', 'source', 'sku', 'region', 'offer');
	const place = ({ region }: HistorySeries) => REGIONS.indexOf(region);
	return series.sort((a, b) => place(a) - place(b) || a.offer.localeCompare(b.offer));
}

/** @throws CallError, 404, for a product that was never seen */
async function mustBeKnown(knex: Knex, brand: Brand, sku: string): Promise<void> {
	if ((await knownSku(knex, sku, brand)) === null) throw notFound(`${brand} ${sku}`);
}
