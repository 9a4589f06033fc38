import type { Knex } from '@dropwire/db';
import { withStoredSkus } from '../skus/storedSkus.ts';
import { noteHeartbeat } from '../events/monitors.ts';
import type { Call } from '../http/context.ts';
import { invalidInput } from '../http/errors.ts';

type Price = Call<'marketPrices'>['input']['prices'][number];

/** Stores prices of an external monitor, of each market, size and currency the newest, and notes its heartbeat. */
export async function storePrices(call: Call<'marketPrices'>) {
	const { input, knex, caller, server } = call;
	const { monitor, everyMs } = input;
	const prices = await withStoredSkus(knex, input.prices);
	checkMarkets(
		prices,
		server.settings.RESALE_FEES.map(({ market }) => market),
	);
	if (monitor !== undefined && everyMs !== undefined) {
		const sources = prices.map(({ brand }) => brand);
		await noteHeartbeat(knex, { monitor, everyMs, sources, count: prices.length, by: caller.discordId });
	}
	const newest = await storedTimes(knex, prices);
	const changed = new Map<string, object>();
	const data = prices.map(({ observedAt: time, ...price }) => {
		const { brand, sku, size, market } = price;
		const key = keyOf(price);
		const observedAt = Date.parse(time);
		const stored = observedAt > (newest.get(key) ?? Number.NEGATIVE_INFINITY);
		if (stored) {
			newest.set(key, observedAt);
			changed.set(key, { ...price, observedAt });
		}
		return { brand, sku, size, market, stored };
	});
	if (changed.size > 0) {
		await knex('market_prices')
			.insert([...changed.values()])
			.onConflict(['brand', 'sku', 'market', 'size', 'currency'])
			.merge();
	}
	if (prices.length > 0)
		call.audit({ target: 'market prices', after: { submitted: prices.length, stored: changed.size } });
	return data;
}

/** @throws CallError 400 for a market without fees, of which no payout is known */
function checkMarkets(prices: readonly Price[], known: readonly string[]): void {
	const unknown = prices.flatMap(({ market }, index) =>
		known.includes(market)
			? []
			: [
					[
						`prices.${index}.market`,
						`must be one of ${known.join(', ')}, and "${market}" is not; RESALE_FEES can add it`,
					],
				],
	);
	if (unknown.length > 0) throw invalidInput(Object.fromEntries(unknown) as Record<string, string>);
}

/** When the stored prices of the same markets and sizes were observed. Locks them, so that no report replaces a newer one. */
async function storedTimes(knex: Knex, prices: readonly Price[]): Promise<Map<string, number>> {
	const all = <K extends keyof Price>(column: K) => [...new Set(prices.map((price) => price[column]))];
	const rows = await knex('market_prices')
		.whereIn('brand', all('brand'))
		.whereIn('sku', all('sku'))
		.whereIn('market', all('market'))
		.whereIn('size', all('size'))
		.forUpdate()
		.select('brand', 'sku', 'market', 'size', 'currency', 'observedAt');
	return new Map(rows.map((row) => [keyOf(row), row.observedAt]));
}

function keyOf(price: Pick<Price, 'brand' | 'sku' | 'market' | 'size' | 'currency'>): string {
	const { brand, sku, market, size, currency } = price;
	return JSON.stringify([brand, sku, market, size, currency]);
}
