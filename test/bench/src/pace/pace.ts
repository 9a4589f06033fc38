import { HABIT_BYTES, MIN_HISTORY_DAYS } from '@dropwire/engine/testing';
import { type Aim, aimTable } from '../report/markdown.ts';
import { percentile } from '../report/statistics.ts';
import type { BenchOptions, Report } from '../setup.ts';
import { Learned, Oracle, replay, type Replayed, UNIFORM_MS, uniformly } from './replay.ts';
import {
	type Change,
	DAY_MS,
	generateChanges,
	generateShop,
	randomOf,
	type ShopProduct,
	YEAR_BEGINS,
} from './shops.ts';

const SEED = 42;
const PRODUCTS = 5000;
/** The product estimates each product and region once in this time, ms. */
const ESTIMATED_EVERY_MS = 5 * 60_000;
const REGIONS = 16;

/** Replays a year of generated shops with uniform polling, with the product's own policy, and with one that knows the rates. */
export async function pace({ quick }: BenchOptions): Promise<Report> {
	const random = randomOf(SEED);
	const products = generateShop(quick ? 500 : PRODUCTS, random);
	const changes = generateChanges(products, random);
	const phases = Float64Array.from(changes, () => random());

	const uniform = uniformly(phases, products.length);
	const policy = new Learned(products);
	const begunAt = process.cpuUsage();
	const learned = replay(products, changes, phases, policy);
	const { user } = process.cpuUsage(begunAt);
	const oracle = replay(products, changes, phases, new Oracle(products));

	const figures = ({ delays }: Replayed) => ({
		mean: seconds(weightedMean(products, changes, delays, YEAR_BEGINS)),
		p99: seconds(weightedP99(products, changes, delays)),
	});
	const of = { uniform: figures(uniform), learned: figures(learned), oracle: figures(oracle) };
	const maxOverUniform = Number((learned.longestMs / UNIFORM_MS).toFixed(2));
	const important = mostImportant(products, changes);
	const medianOf = ({ delays }: Replayed) => {
		return (
			percentile(
				[...delays].filter((_, index) => important.has((changes[index] as Change).product)),
				0.5,
			) / 1000
		);
	};
	/** Of a core, all the replay's work included, for 5,000 products in all regions. */
	const cpu = (user / 1000 / policy.estimates) * ((PRODUCTS * REGIONS) / ESTIMATED_EVERY_MS);
	const row = (what: string, aim: string, measured: string, met: boolean): Aim => {
		return { what, database: '–', aim, measured, met };
	};
	const ratio = of.learned.mean / of.uniform.mean;
	const regret = of.learned.mean / of.oracle.mean;
	const since = YEAR_BEGINS + MIN_HISTORY_DAYS * DAY_MS;
	const [late, lateOracle] = [learned, oracle].map(({ delays }) => weightedMean(products, changes, delays, since)) as [
		number,
		number,
	];
	const fast = medianOf(learned);
	const lines = [
		`${products.length} products in a year, ${changes.length} changes, ${UNIFORM_MS / 1000} s between two uniform checks. Requests: uniform ${millions(uniform)}, learned ${millions(learned)}, oracle ${millions(oracle)} million.`,
		'',
		...aimTable([
			row('weighted mean delay, of uniform', '≤ 0.5', ratio.toFixed(3), ratio <= 0.5),
			row('weighted mean delay, of the policy that knows the rates', '≤ 1.3', regret.toFixed(3), regret <= 1.3),
			row(
				`the same, from day ${MIN_HISTORY_DAYS + 1} on, when products have their history`,
				'≤ 1.3',
				(late / lateOracle).toFixed(3),
				late <= 1.3 * lateOracle,
			),
			row('longest interval, of uniform', '≤ 4', String(maxOverUniform), maxOverUniform <= 4),
			row(
				`median delay for the tenth that matters (uniform ${medianOf(uniform).toFixed(1)} s, oracle ${medianOf(oracle).toFixed(1)} s)`,
				'≤ 3 s',
				`${fast.toFixed(1)} s`,
				fast <= 3,
			),
			row(
				`share of a core, ${PRODUCTS} products in ${REGIONS} regions`,
				'≤ 2 %',
				`${(cpu * 100).toFixed(2)} %`,
				cpu <= 0.02,
			),
			row('memory and database, a product and region', '≤ 40 bytes', `${HABIT_BYTES} bytes`, HABIT_BYTES <= 40),
		]),
	];
	return { lines, json: JSON.stringify({ requests: Math.round(uniform.requests), ...of, maxOverUniform }) };
}

function millions({ requests }: Replayed): string {
	return (requests / 1e6).toFixed(1);
}

function seconds(ms: number): number {
	return Number((ms / 1000).toFixed(3));
}

/** Of the changes since a moment. */
function weightedMean(
	products: readonly ShopProduct[],
	changes: readonly Change[],
	delays: Float64Array,
	since: number,
): number {
	let [sum, weights] = [0, 0];
	for (const [index, { product, at }] of changes.entries()) {
		if (at < since) continue;
		const { weight } = products[product] as ShopProduct;
		sum += weight * (delays[index] as number);
		weights += weight;
	}
	return sum / weights;
}

function weightedP99(products: readonly ShopProduct[], changes: readonly Change[], delays: Float64Array): number {
	const weightAt = (index: number) => (products[(changes[index] as Change).product] as ShopProduct).weight;
	const order = Uint32Array.from(delays.keys()).sort((a, b) => (delays[a] as number) - (delays[b] as number));
	let left = order.reduce((sum, index) => sum + weightAt(index), 0) * 0.99;
	for (const index of order) if ((left -= weightAt(index)) <= 0) return delays[index] as number;
	return delays[order.at(-1) as number] as number;
}

/** The tenth of the products whose changes have the largest weights in all. */
function mostImportant(products: readonly ShopProduct[], changes: readonly Change[]): ReadonlySet<number> {
	const sums = products.map(() => 0);
	for (const { product } of changes) (sums[product] as number) += (products[product] as ShopProduct).weight;
	const order = [...products.keys()].sort((a, b) => (sums[b] as number) - (sums[a] as number));
	return new Set(order.slice(0, products.length / 10));
}
