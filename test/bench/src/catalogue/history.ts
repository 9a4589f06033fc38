import { gzipSync } from 'node:zlib';
import { browser, walkSignIn } from '@dropwire/bff/testing';
import type { TestDatabase } from '@dropwire/db/testing';
import { chunks, type HistoryPoint } from '@dropwire/domain';
import { ingest } from '@dropwire/engine';
import { aYear, pack, sandboxSources } from '@dropwire/engine/testing';
import { bySku } from '@dropwire/retailers';
import type { Product } from '../product/product.ts';
import type { Aim } from '../report/markdown.ts';
import { percentile } from '../report/statistics.ts';
import { anEvent, type Engine, subscribeAll } from '../setup.ts';

export interface HistorySizes {
	/** Change points in all. */
	points: number;
	/** Products that changed 20 times a day for a year; the others changed 100 times. */
	years: number;
	requests: number;
	/** Reports of changes. */
	reports: number;
}

/** The webhooks that get each change: few for a drop. */
const WEBHOOKS = 50;

const AIM = { bytes: 60, yearMs: 100, yearBytes: 30_000, share: 0.05 };
/** Different histories, which many products share. */
const POOL = 200;
const CHANGES_A_YEAR = 100;
/** The parts in which all histories grow together, as they do in use: later rows come between the earlier ones. */
const PARTS = 4;
/** Series per transaction. */
const BATCH = 500;

const skuOf = (n: number) => `YEAR-${n}`;

/** Fills a database with histories of a year. @returns the number of points */
export async function fillHistories({ knex }: TestDatabase, { points, years }: HistorySizes): Promise<number> {
	const end = Date.now();
	const busy = Array.from({ length: Math.min(POOL, years) }, () => aYear(end));
	const calm = Array.from({ length: POOL }, () => aYear(end, { days: CHANGES_A_YEAR, perDay: 1 }));
	const others = Math.ceil((points - years * (busy[0]?.length ?? 0)) / CHANGES_A_YEAR);
	const histories = [
		...Array.from({ length: years }, (_, n) => busy[n % POOL] as HistoryPoint[]),
		...Array.from({ length: others }, (_, n) => calm[n % POOL] as HistoryPoint[]),
	];
	for (let part = 1; part <= PARTS; part++) await grow(knex, histories, part);
	return histories.reduce((sum, history) => sum + history.length, 0);
}

/** Stores the points of a part of the year of all products. */
async function grow(knex: TestDatabase['knex'], histories: readonly HistoryPoint[][], part: number): Promise<void> {
	const packed = new Map<HistoryPoint[], ReturnType<typeof pack>>();
	const partOf = (history: HistoryPoint[], number: number) =>
		history.slice(0, Math.round((history.length * number) / PARTS));
	for (const some of chunks([...histories.entries()], BATCH)) {
		await knex.transaction(async (trx) => {
			const series = [];
			const older = [];
			for (const [index, history] of some) {
				const points = partOf(history, part);
				const all = packed.get(history) ?? pack(points);
				packed.set(history, all);
				const stored = part === 1 ? 0 : pack(partOf(history, part - 1)).length - 1;
				const [first, last] = [points[0] as HistoryPoint, points.at(-1) as HistoryPoint];
				const { packed: tail } = all.at(-1) as (typeof all)[number];
				const product = { id: index + 1, source: 'NIKE', sku: skuOf(index), region: 'US', offer: 'NEW' } as const;
				const times = { firstAt: first.at, lastAt: last.at, detailAt: first.at };
				series.push({ ...product, ...times, points: points.length, tail });
				older.push(...all.slice(stored, -1).map((chunk) => ({ seriesId: index + 1, ...chunk })));
			}
			await trx('history_series').insert(series).onConflict('id').merge(['lastAt', 'points', 'tail']);
			for (const rows of chunks(older, BATCH)) await trx('history_chunks').insert(rows);
		});
	}
}

/** Measures the size of the tables with their indexes. */
export async function measurePointSize(engine: Engine, db: TestDatabase, points: number): Promise<Aim> {
	const bytes = (await sizeOf(db)) / points;
	return {
		what: 'a change point on disk, with its share of rows and indexes',
		database: engine,
		aim: `${AIM.bytes} bytes`,
		measured: `${bytes.toFixed(1)} bytes`,
		met: bytes <= AIM.bytes,
	};
}

async function sizeOf({ knex, dialect }: TestDatabase): Promise<number> {
	if (dialect === 'sqlite') {
		const [pages] = await knex.raw<{ page_count: number }[]>('pragma page_count');
		const [page] = await knex.raw<{ page_size: number }[]>('pragma page_size');
		return (pages?.page_count ?? 0) * (page?.page_size ?? 0);
	}
	await knex.raw('analyze table history_series, history_chunks');
	const [[row]] = (await knex.raw(
		`select sum(data_length + index_length + data_free) as bytes from information_schema.tables
			where table_schema = database() and table_name like 'history%'`,
	)) as [[{ bytes: string }]];
	return Number(row.bytes);
}

/** Asks for a year of a product that changes 20 times a day. */
export async function measureYears(
	engine: Engine,
	product: Product,
	{ years, requests }: HistorySizes,
): Promise<Aim[]> {
	const operator = browser(product.origin);
	await walkSignIn(operator, 'ada');
	const times: number[] = [];
	let largest = 0;
	for (let n = -years; n < requests; n++) {
		if (n === 0) await product.figures();
		const at = performance.now();
		const response = await operator.fetch(`/api/history?brand=NIKE&region=US&sku=${skuOf((n + years) % years)}`);
		const text = await response.text();
		if (response.status !== 200) throw new Error(text);
		// The first ones read the pages from the disk and compile the code.
		if (n >= 0) times.push(performance.now() - at);
		else largest = Math.max(largest, gzipSync(text).length);
	}
	const { cpuMs } = await product.figures();
	const p99 = percentile(times, 0.99);
	return [
		{
			what: `p99 of a year of 20 changes a day (${requests} requests)`,
			database: engine,
			aim: `${AIM.yearMs} ms`,
			measured: `${p99.toFixed(0)} ms, median ${percentile(times, 0.5).toFixed(0)} ms; ${(cpuMs / requests).toFixed(0)} ms of a processor each`,
			met: p99 <= AIM.yearMs,
		},
		{
			what: 'the largest of these answers, gzip',
			database: engine,
			aim: `${AIM.yearBytes / 1000} kB`,
			measured: `${(largest / 1000).toFixed(1)} kB`,
			met: largest <= AIM.yearBytes,
		},
	];
}

/**
 * Checks products that have a history, each with a request to a local shop, which changed or did not; times the statements
 * that history adds.
 * @param shop the origin of the sandbox
 */
export async function measureChecks(
	engine: Engine,
	{ db, shop }: { db: TestDatabase; shop: string },
	{ reports }: HistorySizes,
): Promise<Aim[]> {
	const sources = sandboxSources(shop);
	const nike = sources.find(({ name }) => name === 'NIKE');
	const targets = Array.from({ length: WEBHOOKS }, (_, n) => {
		const webhook = { id: String(10n ** 17n + BigInt(n)), token: 'bench' };
		return { ...webhook, url: `https://discord.com/api/webhooks/${webhook.id}/${webhook.token}` };
	});
	await subscribeAll(db, targets);
	const begun = new Map<string, number>();
	const spent = { history: 0, statements: 0 };
	const onQuery = ({ __knexQueryUid: id }: { __knexQueryUid: string }) => void begun.set(id, performance.now());
	const onResponse = (_: unknown, { sql, __knexQueryUid: id }: { sql: string; __knexQueryUid: string }) => {
		if (!/history_/.test(sql)) return;
		spent.statements++;
		spent.history += performance.now() - (begun.get(id) ?? Number.NaN);
	};
	const { after } = anEvent();
	if (!after || !nike) throw new Error('The event has no product, or it has no shop');
	const report = async (n: number, current: number) => {
		const sku = skuOf(1000 + n);
		const snapshot = { ...after, sku, price: { current, full: 21_500, currency: 'USD' } };
		await nike.ask('US', [bySku(after.sku)], AbortSignal.timeout(60_000));
		const place = { source: 'NIKE', sku, region: 'US', offer: null, monitor: 'bench', observedAt: null } as const;
		await ingest(db, { ...place, answer: { kind: 'read', snapshot } });
	};
	const round = async (current: number) => {
		spent.history = spent.statements = 0;
		const at = performance.now();
		for (let n = 0; n < reports; n++) await report(n, current);
		return { ms: (performance.now() - at) / reports, ...spent };
	};
	await round(21_500);
	db.knex.on('query', onQuery).on('query-response', onResponse);
	const same = await round(21_500);
	const changed = await round(23_000);
	db.knex.off('query', onQuery).off('query-response', onResponse);
	await Promise.all(sources.map((source) => source.close()));
	const share = changed.history / reports / (changed.ms - changed.history / reports);
	return [
		{
			what: 'statements of history for a check that changes nothing',
			database: engine,
			aim: '0',
			measured: `${same.statements}`,
			met: same.statements === 0,
		},
		{
			what: `what history adds to a check that publishes a change to ${WEBHOOKS} webhooks`,
			database: engine,
			aim: `${AIM.share * 100} %`,
			measured: `${(share * 100).toFixed(1)} % of ${changed.ms.toFixed(2)} ms`,
			met: share <= AIM.share,
		},
	];
}
