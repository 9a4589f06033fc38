import { Place } from '@dropwire/db';
import { fillGrown, GROWN, type TestDatabase } from '@dropwire/db/testing';
import { browser, walkSignIn } from '@dropwire/bff/testing';
import { queueEvent, subscribeMany } from '@dropwire/engine';
import { CheckTrails, continueFanout } from '@dropwire/engine/testing';
import { SANDBOX_GUILDS, SANDBOX_USERS } from '@dropwire/sandbox';
import { durabilityOf } from './durability.ts';
import { ask } from './grown/lists.ts';
import { startProduct } from './product/product.ts';
import { type Aim, aimTable } from './report/markdown.ts';
import { median, percentile } from './report/statistics.ts';
import {
	anEvent,
	type BenchOptions,
	type Engine,
	ENGINES,
	openBenchDatabase,
	spawnSandbox,
	topicOfEvent,
} from './setup.ts';

const FULL = { fill: GROWN, rounds: 20, products: 2000, servers: 5000 };
const QUICK = {
	fill: { deliveries: 50_000, events: 5000, webhooks: 2000, guilds: 50, others: 5000 },
	rounds: 3,
	products: 200,
	servers: 1000,
};
type Sizes = typeof FULL;

const AIM_MS = 1000;
const DAY = 86_400_000;
const EVERY_MS = 30_000;
/** Discord ids of the servers that hold an event back. */
const FIRST_SERVER = 500_000_000_000_000_000n;
const OWN_SERVER = SANDBOX_GUILDS.soleSearchers.id;

/** Measures how long `GET /api/why` takes on a grown database, and what is stored for it. @returns lines of Markdown */
export async function why({ quick }: BenchOptions): Promise<string[]> {
	const sizes = quick ? QUICK : FULL;
	const aims: Aim[] = [];
	const settings: string[] = [];
	for (const engine of ENGINES) {
		const db = await openBenchDatabase(engine);
		if (!db) continue;
		await fillGrown(db, { ...sizes.fill, guildIds: [OWN_SERVER] });
		settings.push(`- ${await durabilityOf(db)}; ${sizes.fill.deliveries} deliveries`);
		aims.push(await storedChecks(engine, db, sizes), ...(await storedHolds(engine, db, sizes)));
		aims.push(await answers(engine, db, sizes));
		await db.close();
	}
	return [...settings, '', ...aimTable(aims)];
}

/** A day of checks every 30 s, with two changes and 5 minutes in which the shop cannot be read. */
async function storedChecks(engine: Engine, db: TestDatabase, { products }: Sizes): Promise<Aim> {
	const trails = new CheckTrails(db);
	const begin = Math.floor(Date.now() / DAY) * DAY - DAY;
	const found = (n: number) => {
		if (n === 500 || n === 1500) return { finding: 'event' } as const;
		return n >= 1000 && n < 1010
			? ({ finding: 'blocked', reason: 'wall (403): Nike answered 403' } as const)
			: ({ finding: 'same' } as const);
	};
	let writes = 0;
	db.knex.on('query', ({ sql }: { sql: string }) => {
		if (sql.startsWith('insert into `check_spans`')) writes++;
	});
	const checks = DAY / EVERY_MS;
	let noting = 0;
	const started = performance.now();
	for (let n = 0; n < checks; n++) {
		const at = begin + n * EVERY_MS;
		const before = performance.now();
		for (let product = 0; product < products; product++) {
			const key = { source: 'NIKE', sku: `WHY-${product}`, region: 'US', offer: 'NEW' } as const;
			trails.note(key, { ...found(n), at, previousAt: null, everyMs: EVERY_MS });
		}
		noting += performance.now() - before;
		await trails.storeDue(at);
	}
	await trails.store();
	const ms = performance.now() - started - noting;
	const rows = await db.knex('check_spans').where('sku', 'like', 'WHY-%').select('spans', 'sku');
	const bytes = rows.reduce((sum, row) => sum + row.spans.length + row.sku.length, 0);
	const total = checks * products;
	const each = (value: number, digits: number) => (value / total).toFixed(digits);
	return {
		what: `${total} checks of ${products} products in a day`,
		database: engine,
		aim: 'under 1 byte a check',
		measured: `${each(bytes, 2)} bytes a check in ${rows.length} rows, ${writes} statements; ${each(noting * 1000, 2)} µs to note one, ${each(ms * 1000, 2)} µs to store it`,
		met: bytes / total < 1,
	};
}

/** Events that the options of many servers hold back. */
async function storedHolds(engine: Engine, db: TestDatabase, { servers, rounds }: Sizes): Promise<Aim[]> {
	const { id: topicId } = await topicOfEvent(db.knex);
	const times = { everywhere: [] as number[], transaction: [] as number[] };
	await db.transaction(async (trx) => {
		const ids = Array.from({ length: servers }, (_, n) => String(FIRST_SERVER + BigInt(n) * 4_000_000_000n));
		const guilds = ids.map((guildId) => ({ guildId, name: 'server', updatedAt: 1 }));
		await trx.batchInsert('guilds', guilds, 200);
		const channels = ids.map((guildId) => ({ guildId, topicId, createdAt: 1 }));
		await trx.batchInsert('guild_channels', channels, 200);
		const rows = await trx('guild_channels').whereIn('guildId', ids).select('id', 'guildId');
		const webhooks = rows.map(({ id, guildId }) => {
			const url = `https://discord.com/api/webhooks/${guildId}/${'x'.repeat(60)}${id}`;
			return { place: Place.channel({ id, topicId }), webhook: { id: guildId, token: `${'x'.repeat(60)}${id}`, url } };
		});
		await subscribeMany(trx, db.vault, webhooks);
		const lists = trx('guild_channels').whereIn('guildId', ids).select('id');
		await trx('subscriptions').whereIn('guildChannelId', lists).update({ options: '{"kinds":["PRICE"]}' });
	});
	const begin = performance.now();
	for (let round = 0; round < rounds; round++) {
		const at = performance.now();
		await queueEvent(db, anEvent(round));
		times.transaction.push(performance.now() - at);
		for (let isMore = true; isMore;) {
			const from = performance.now();
			isMore = await continueFanout(db);
			times.transaction.push(performance.now() - from);
		}
		times.everywhere.push(performance.now() - at);
	}
	const newest = await db.knex('events').orderBy('id', 'desc').first('id');
	const rows = await db
		.knex('event_holds')
		.where({ eventId: newest?.id ?? 0 })
		.select('packed');
	const bytes = rows.reduce((sum, { packed }) => sum + packed.byteLength, 0);
	return [
		{
			what: `An event that ${servers} servers hold back`,
			database: engine,
			aim: 'at most 10 bytes a server',
			measured: `${(bytes / servers).toFixed(1)} bytes a server in ${rows.length} rows; ${median(times.everywhere).toFixed(0)} ms in all, longest transaction ${Math.max(...times.transaction).toFixed(0)} ms (${((performance.now() - begin) / 1000).toFixed(1)} s for ${rounds} events)`,
			met: bytes / servers <= 10,
		},
	];
}

/** The answers about the events with the most deliveries, and about others, to an operator and to a client. */
async function answers(engine: Engine, db: TestDatabase, { rounds }: Sizes): Promise<Aim> {
	const client = { discordId: SANDBOX_USERS.cleo.id, admin: false, createdAt: 1, createdBy: null };
	await db.knex('users').insert(client).onConflict('discordId').ignore();
	const columns = ['sku', 'source', 'region', 'at'] as const;
	const busy = await db
		.knex('events')
		.orderBy('deliveries', 'desc')
		.limit(20)
		.select(...columns);
	const others = await db
		.knex('events')
		.orderBy('id', 'desc')
		.offset(100)
		.limit(20)
		.select(...columns);
	const sandbox = await spawnSandbox();
	const product = await startProduct(db, sandbox.origin);
	const operator = browser(product.origin);
	const owner = browser(product.origin);
	await walkSignIn(operator, 'ada');
	await walkSignIn(owner, 'cleo');
	const times: number[] = [];
	for (let round = 0; round < rounds; round++) {
		for (const { sku, source, region, at } of [...busy, ...others]) {
			const path = `/api/why?brand=${source}&sku=${sku}&region=${region}&at=${at}`;
			for (const [person, search] of [
				[operator, ''],
				[owner, `&guildId=${OWN_SERVER}`],
			] as const) {
				const question = { path: () => `${path}${search}`, as: 'operator' } as const;
				const ms = await ask(product.origin, person, question, round);
				if (round > 0) times.push(ms);
			}
		}
	}
	await product.stop();
	sandbox.stop();
	return {
		what: `${times.length} answers, half of them about the 20 events with the most deliveries`,
		database: engine,
		aim: `under ${AIM_MS} ms`,
		measured: `median ${median(times).toFixed(0)} ms, p99 ${percentile(times, 0.99).toFixed(0)} ms, longest ${Math.max(...times).toFixed(0)} ms`,
		met: Math.max(...times) < AIM_MS,
	};
}
