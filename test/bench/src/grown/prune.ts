import type { TestDatabase } from '@dropwire/db/testing';
import type { Product } from '../product/product.ts';
import type { Aim } from '../report/markdown.ts';
import type { Engine } from '../setup.ts';
import { observeWriteLock } from './writeLocks.ts';

const STALL_MS = 50;
const TRANSACTION_MS = 200;
/** The fill covers 30 days, so this removes about a thirtieth of it. */
const KEPT_DAYS = 29;
const DAY = 86_400_000;

/** Prunes a day of the log and a message with many deliveries, in the process of the product. */
export async function measurePruning(
	engine: Engine,
	db: TestDatabase,
	product: Product,
	deliveries: number,
): Promise<Aim[]> {
	await insertOldMessage(db, deliveries);
	const before = await countDeliveries(db);
	const lock = db.file === null ? null : observeWriteLock(db.file);
	await product.figures();
	const at = performance.now();
	await product.prune(KEPT_DAYS);
	const seconds = (performance.now() - at) / 1000;
	const { delayMax } = await product.figures();
	const locked = await lock?.();
	const removed = before - (await countDeliveries(db));
	const what = `pruning ${removed} deliveries, ${deliveries} of them of one message, in ${seconds.toFixed(1)} s`;
	return [
		{
			what: `${what}: longest stall of the process`,
			database: engine,
			aim: `${STALL_MS} ms`,
			measured: `${delayMax.toFixed(0)} ms`,
			met: delayMax <= STALL_MS,
		},
		...(locked === undefined
			? []
			: [
					{
						what: 'the same: longest transaction',
						database: engine,
						aim: `${TRANSACTION_MS} ms`,
						measured: `${locked.toFixed(0)} ms`,
						met: locked <= TRANSACTION_MS,
					},
				]),
	];
}

/** A message of 40 days ago to the first webhooks. */
async function insertOldMessage({ knex }: TestDatabase, deliveries: number): Promise<void> {
	const at = Date.now() - 40 * DAY;
	const message = { kind: 'ANNOUNCEMENT', body: '{}', seenAt: at, queuedAt: at, expiresAt: at };
	const [messageId] = await knex('messages').insert(message);
	const rows = knex('webhooks')
		.orderBy('id')
		.limit(deliveries)
		.select(
			knex.raw('?', [messageId ?? 0]),
			'id',
			knex.raw("'…/webhooks/1/••••'"),
			knex.raw("'sent'"),
			knex.raw('?', [at]),
		);
	const columns = ['messageId', 'webhookId', 'target', 'status', 'queuedAt'];
	await knex(knex.raw(`deliveries (${columns.map(() => '??').join(', ')})`, columns)).insert(rows);
}

async function countDeliveries({ knex }: TestDatabase): Promise<number> {
	const row = await knex('deliveries').count({ rows: '*' }).first();
	return Number(row?.['rows']);
}
