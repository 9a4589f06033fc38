import { type Knex, Place, TopicRow } from '@dropwire/db';
import { sandboxSources } from '@dropwire/engine/testing';
import { startEngine } from '@dropwire/engine';
import { queueAnnouncement, queueEvent, subscribeMany } from '@dropwire/engine';
import { anEvent, openBenchDatabase, productionLog, spawnSandbox } from './setup.ts';

const GUILDS = 11;
const WRONG_TOKENS = 5200;
const OPERATORS = 100;
const AIM_MS = 2000;

type Hook = { id: string; token: string; url: string };

/** Measures an operator announcement after an event for one client's webhooks, all of them with wrong tokens. */
export async function tenants(): Promise<string[]> {
	const lines = [
		`${WRONG_TOKENS} webhooks with wrong tokens in ${GUILDS} servers of one client get an event; then the operators announce to ${OPERATORS} webhooks, at Discord's 50 requests a second (the aim is ${AIM_MS / 1000} s).`,
		'',
		'| database | the announcement took | answers of 401 by then | after 30 s |',
		'|---|---|---|---|',
	];
	for (const name of ['SQLite', 'MariaDB'] as const) {
		const db = await openBenchDatabase(name);
		if (!db) continue;
		const sandbox = await spawnSandbox();
		const hooks = await sandbox.control.createWebhooks({ count: WRONG_TOKENS + OPERATORS, ownChannels: true });
		const theirs = hooks.slice(OPERATORS).map((hook) => withWrongToken(hook));
		const ours = hooks.slice(0, OPERATORS);
		await db.transaction(async (trx) => {
			const topic = await TopicRow.query(trx)
				.findOne({ brand: 'NIKE', category: 'SHOES', region: 'US', status: 'ACTIVE' })
				.throwIfNotFound();
			const channels = await guildChannels(trx, topic.id);
			const rows = theirs.map((webhook, index) => {
				const channel = channels[index % GUILDS] as number;
				const place = Place.channel({ id: channel, topicId: topic.id });
				return { place, webhook };
			});
			await subscribeMany(trx, db.vault, rows);
			const stock = await TopicRow.query(trx).findOne({ brand: 'STOCK' }).throwIfNotFound();
			const own = ours.map((webhook) => ({
				place: Place.operator(stock.id, webhook.id),
				webhook,
			}));
			await subscribeMany(trx, db.vault, own);
		});
		const engine = await startEngine({
			db,
			log: productionLog(db),
			dataDir: db.dataDir,
			discordUrl: sandbox.origin,
			discordRequestsPerSecond: 50,
			sources: sandboxSources(sandbox.origin, 60),
			pollIntervalMs: 60_000,
			retentionDays: 30,
			auditDays: 365,
		});
		await queueEvent(db, anEvent());
		engine.wake();
		await pause(10_000);
		const webhookIds: number[] = await db
			.knex('webhooks')
			.whereIn(
				'discordId',
				ours.map(({ id }) => id),
			)
			.pluck('id');
		const at = performance.now();
		const text = { title: 'Now', imageUrl: 'https://example.com/a.png', description: 'Announced', at: Date.now() };
		await db.transaction((trx) => queueAnnouncement(trx, { ...text, webhookIds, by: '100000000000000001', key: null }));
		engine.wake();
		await sandbox.control.waitForMessages({ count: OPERATORS }, 120_000);
		const tookMs = performance.now() - at;
		const refused = async () => (await sandbox.control.stats()).answered['401'] ?? 0;
		const then = await refused();
		await pause(20_000);
		lines.push(`| ${name} | ${(tookMs / 1000).toFixed(1)} s | ${then} | ${await refused()} |`);
		await engine.stop();
		await db.close();
		sandbox.stop();
	}
	return lines;
}

function withWrongToken({ id, token, url }: Hook): Hook {
	const wrong = `${token.slice(0, -4)}0000`;
	return { id, token: wrong, url: url.replace(token, wrong) };
}

async function guildChannels(trx: Knex.Transaction, topicId: number): Promise<number[]> {
	const guildIds = Array.from({ length: GUILDS }, (_, index) => String(200_000_000_000_000_000n + BigInt(index)));
	await trx('guilds').insert(guildIds.map((guildId) => ({ guildId, name: guildId, updatedAt: 1 })));
	await trx('guild_channels').insert(guildIds.map((guildId) => ({ guildId, topicId, createdAt: 1 })));
	return trx('guild_channels').orderBy('id').pluck('id');
}

function pause(ms: number): Promise<void> {
	return new Promise((resolve) => setTimeout(resolve, ms));
}
