import { setTimeout as sleep } from 'node:timers/promises';
import { chunks } from '@dropwire/domain';
import { queueEvent, startEngine } from '@dropwire/engine';
import type { TestDatabase } from '@dropwire/db/testing';
import { type Control, SANDBOX_APP } from '@dropwire/sandbox';
import type { Aim } from './report/markdown.ts';
import { anEvent, broadcastTo, openBenchDatabase, productionLog, spawnSandbox } from './setup.ts';

/** The engine's requests a second with the bot's token. */
const PER_SECOND = 40;
/** The people who watch another product, whose event follows after a second. */
const FEW = 5;
const OPTIONS = JSON.stringify({ kinds: ['STATUS'], sizes: [], states: [] });
const OTHER_SKU = 'CK9246-101';

/**
 * Sends the notices of one event to many people who watch its product, through a local Discord with its limits. Their direct
 * messages are open, as after the confirmation of a first watch.
 */
export async function privateNotices(people: number): Promise<Aim[]> {
	const sandbox = await spawnSandbox();
	const { control } = sandbox;
	const db = await openBenchDatabase('SQLite');
	if (!db) throw new Error('There is no database');
	const [webhook] = await control.createWebhooks({ count: 1, ownChannels: true });
	await broadcastTo(db, webhook!);
	await addWatches(db, control, people, anEvent().sku);
	await addWatches(db, control, FEW, OTHER_SKU);
	const engine = await startEngine({
		db,
		log: productionLog(db),
		dataDir: db.dataDir,
		discordUrl: sandbox.origin,
		discordRequestsPerSecond: 50,
		sources: [],
		pollIntervalMs: 30_000,
		retentionDays: 30,
		auditDays: 365,
		historyDetailDays: 400,
		personal: {
			botToken: SANDBOX_APP.botToken,
			maxAgeMs: 1_800_000,
			newDirectPer10Minutes: 8,
			watchesPerMember: 5,
			admins: [],
			plans: [],
		},
	});
	const publish = async (sku: string) => {
		const at = Date.now();
		await queueEvent(db, { ...anEvent(), sku, at });
		engine.wake();
		return at;
	};
	const unwatchedAt = await publish('ZZ0000-000');
	await sleep(1000);
	const at = await publish(anEvent().sku);
	await sleep(1000);
	const fewAt = await publish(OTHER_SKU);
	while ((await db.knex('watch_notices').where({ status: 'queued' }).first('id')) || (await anyUnmatched(db)))
		await sleep(200);
	await sleep(1000);
	const { answered } = await control.stats();
	const { opened, isQuarantined } = await control.openings();
	const messages = (await control.messages()).map(({ channelId, at: arrivedAt }) => ({ channelId, at: arrivedAt }));
	const few = new Set(
		await db
			.knex('watches as w')
			.join('watch_places as p', 'p.discordId', 'w.discordId')
			.where({ sku: OTHER_SKU })
			.pluck('directId'),
	);
	await engine.stop();
	await db.close();
	sandbox.stop();
	const inChannel = messages.filter(({ channelId }) => channelId === webhook!.channelId).map((one) => one.at);
	const direct = messages.filter(({ channelId }) => channelId !== webhook!.channelId);
	const ofMany = direct.filter(({ channelId }) => !few.has(channelId)).map((one) => one.at);
	const ofFew = direct.filter(({ channelId }) => few.has(channelId)).map((one) => one.at);
	const toMany = (inChannel[1] ?? Number.POSITIVE_INFINITY) - at;
	const row = (what: string, ms: number, aimMs: number, aim = `under ${aimMs} ms`): Aim => ({
		what,
		database: 'SQLite',
		aim,
		measured: `${Math.round(ms)} ms`,
		met: ms < aimMs,
	});
	return [
		row('Event → webhook, of a product that no one watches', Math.min(...inChannel) - unwatchedAt, 200),
		row(`Event → webhook, of a product that ${people} people watch`, toMany, 200),
		row('Event → first private notice', Math.min(...ofMany) - at, toMany + 50, '50 ms after the webhook'),
		row(
			`Event → last of ${ofMany.length} private notices`,
			Math.max(...ofMany) - at,
			(people / PER_SECOND) * 1150 + 2000,
		),
		row(`A later event → last of ${ofFew.length} notices of another product`, Math.max(...ofFew) - fewAt, 20_000),
		{
			what: 'Direct messages that were opened, quarantine, 429',
			database: 'SQLite',
			aim: 'none',
			measured: `${opened}, ${isQuarantined ? 'yes' : 'no'}, ${answered['429'] ?? 0}`,
			met: opened === 0 && !isQuarantined && !answered['429'],
		},
	];
}

async function anyUnmatched(db: TestDatabase): Promise<boolean> {
	return (await db.knex('watch_fanouts').first('eventId')) !== undefined;
}

async function addWatches(db: TestDatabase, control: Control, count: number, sku: string): Promise<void> {
	const people = await control.addKnownPeople(count);
	for (const some of chunks(people, 500)) {
		await db.knex('watch_places').insert(some.map(({ id, channelId }) => ({ discordId: id, directId: channelId })));
		await db
			.knex('watches')
			.insert(some.map(({ id }) => ({ discordId: id, brand: 'NIKE' as const, sku, options: OPTIONS, createdAt: 1 })));
	}
}
