import { HistorySeries, Product } from '@dropwire/db';
import { HISTORY_LIMITS, presentHistory, restocksOf, staysOf } from '@dropwire/domain';
import { readHistory } from '@dropwire/engine';
import type { ProductSnapshot } from '@dropwire/retailers';
import type { Call } from '../../http/context.ts';
import { notFound } from '../../http/errors.ts';
import { createMemo } from '../../http/memo.ts';
import { storedSpellings } from '../../skus/storedSkus.ts';
import { drawHistory } from './drawHistory.ts';
import { renderPng } from './renderPng.ts';

const HOUR_MS = 3_600_000;
const DAYS_MS = HISTORY_LIMITS.pictureDays * 24 * HOUR_MS;
/** The pictures in memory: 200 of about 25 kB. A minute is less than a pixel, and a change makes another picture. */
const KEPT = { ttl: 60_000, max: 200 };

/** Pictures of histories, each rendered once until the product changes or a minute has passed. */
export function createHistoryPictures() {
	const pictures = createMemo<Uint8Array>(KEPT);
	return {
		/** @throws CallError 404 where fewer than two changes are known: a line without a change says nothing */
		async read({ input, knex }: Call<'historyPicture'>): Promise<Uint8Array> {
			const { brand, sku, region, offer } = input;
			const series = await HistorySeries.query(knex)
				.where({ source: brand, region, offer })
				.whereIn('sku', await storedSpellings(knex, sku, brand))
				.select('id', 'source', 'sku', 'region', 'offer', 'lastAt')
				.first();
			const picture = series && (await pictures.get(`${series.id} ${series.lastAt}`, () => draw({ knex }, series)));
			if (!picture) throw notFound(`A picture of ${brand} ${sku} in ${region}`);
			return picture;
		},
	};
}

async function draw({ knex }: Pick<Call<'historyPicture'>, 'knex'>, series: HistorySeries): Promise<Uint8Array | null> {
	const { source, sku, region, offer } = series;
	const [stored, row] = await Promise.all([
		readHistory(knex, series),
		Product.query(knex).findOne({ source, sku, region, offer, state: 'read' }).select('snapshot'),
	]);
	const to = Date.now();
	const points = stored?.points ?? [];
	const stays = staysOf(points);
	const history = presentHistory(points, { from: to - DAYS_MS, to }, stays);
	const [first] = history.points;
	if (!first || history.points.length < 2) return null;
	const { launchAt = null } = row ? (JSON.parse(row.snapshot as string) as Partial<ProductSnapshot>) : {};
	// A history that is younger fills the picture.
	const from = Math.min(first.at, to - HOUR_MS);
	const restocks = restocksOf(stays).flatMap(({ at }) => (at >= from && at <= to ? [at] : []));
	return renderPng(drawHistory({ ...history, restocks, label: `${region} · ${sku}`, launchAt, from, to }));
}
