/**
 * Server and engine in one process, as `npm start` runs them. Sends its address and tokens for the listeners to its
 * parent. Each message from the parent starts a fan-out, and is answered with its figures.
 */
import { createHash } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { openTestServer } from '@dropwire/bff/testing';
import { ApiToken } from '@dropwire/db';
import { queueEvent, startEngine } from '@dropwire/engine';
import { anEvent, log, subscribeAll } from '../setup.ts';
import type { Figures, Product } from './figures.ts';

const [target = '', webhooks = '', listeners = ''] = process.argv.slice(2);
/** A person has at most ten streams. */
const STREAMS_PER_PERSON = 10;
/** Time for the counts to reach every listener, ms: two polls of the live streams, and the writes. */
const AFTER_MS = 2000;

const people = Array.from({ length: Number(listeners) / STREAMS_PER_PERSON }, (_, n) =>
	String(600_000_000_000_000_000n + BigInt(n)),
);
const { db, server, engine: sandboxEngine } = await openTestServer({ env: { ADMIN_DISCORD_IDS: people.join() } });
await sandboxEngine.stop();
const engine = await startEngine({
	db,
	log,
	dataDir: db.dataDir,
	discordUrl: target,
	discordRequestsPerSecond: 1_000_000,
	sources: [],
	pollIntervalMs: 30_000,
	retentionDays: 30,
	auditDays: 365,
});
const tokens = [];
for (const discordId of people) {
	const token = `dropwire_${discordId}`;
	const tokenHash = createHash('sha256').update(token).digest('hex');
	await ApiToken.query(db.knex).insert({ discordId, name: 'bench', scopes: 'read', tokenHash, createdAt: Date.now() });
	tokens.push(...Array.from({ length: STREAMS_PER_PERSON }, () => token));
}
const targets = Array.from({ length: Number(webhooks) }, (_, n) => {
	const id = String(400_000_000_000_000_000n + BigInt(n));
	return { id, token: `token-${n}`, url: `https://discord.com/api/webhooks/${id}/token-${n}` };
});
await subscribeAll(db, targets);

let events = 0;
async function fanOut(): Promise<Figures> {
	const delay = monitorEventLoopDelay({ resolution: 5 });
	const cpu = process.cpuUsage();
	delay.enable();
	const at = performance.now();
	await queueEvent(db, anEvent(events++));
	engine.wake();
	for (let open = 1; open > 0;) {
		await new Promise((resolve) => setTimeout(resolve, 2));
		if (engine.pulse().heldWebhooks > 0) continue;
		const row = await db.knex('deliveries').whereIn('status', ['pending', 'retrying']).count({ open: '*' }).first();
		open = Number(row?.['open']);
	}
	const ms = performance.now() - at;
	await new Promise((resolve) => setTimeout(resolve, AFTER_MS));
	delay.disable();
	const { user, system } = process.cpuUsage(cpu);
	return { ms, stallMs: delay.max / 1e6, cpuMs: (user + system) / 1000 };
}

process.on('message', () => void fanOut().then((figures) => process.send?.(figures)));
process.once('disconnect', () => {
	void (async () => {
		await server.close();
		await engine.stop();
		await db.close();
		process.exit(0);
	})();
});
const product: Product = { origin: server.origin, tokens };
process.send?.(product);
