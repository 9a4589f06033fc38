import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestDatabase } from '@dropwire/db/testing';
import { queueEvent } from '@dropwire/engine';
import { kill, startEngineProcess } from '@dropwire/engine/testing';
import { anEvent, openBenchDatabase, spawnSandbox, subscribeAll } from './setup.ts';

const ROUNDS = Number(process.env['KILL_ROUNDS'] ?? 100);
const WEBHOOKS = 300;
/** Discord's typical response time, ms. */
const ANSWER_AFTER_MS = 60;
/** A response sent this shortly before the kill may not have reached the process, ms. */
const UNREAD_MS = 50;

type Sandbox = Awaited<ReturnType<typeof spawnSandbox>>;

interface Outcome {
	lost: number;
	/** Messages sent twice whose first response was missing, or had only just been sent, when the process died. */
	repeated: number;
	/** Messages sent twice although the first response was sent earlier than that. */
	wrong: number;
	/** The longest time between the response to one of these and the kill, ms. */
	worstMs: number;
}

/** Kills an engine process repeatedly in the middle of a fan-out, and counts lost and repeated messages. */
export async function kills(): Promise<string[]> {
	const lines = [
		`kill -9 of one engine process at a random moment of a fan-out to ${WEBHOOKS} webhooks, then a new one is started; Discord answers after ${ANSWER_AFTER_MS} ms. "Repeated" were unanswered at that moment or answered less than ${UNREAD_MS} ms before.`,
		'',
		'| database | engines | rounds | lost | repeated, all and worst round | repeated although answered before |',
		'|---|---|---|---|---|---|',
	];
	for (const [name, engines] of [
		['SQLite', 1],
		['MariaDB', 1],
		['MariaDB', 3],
	] as const) {
		const db = await openBenchDatabase(name);
		if (!db) continue;
		const sandbox = await spawnSandbox({ SANDBOX_LIMITS: 'off' });
		await subscribeAll(db, await sandbox.control.createWebhooks({ count: WEBHOOKS, ownChannels: true }));
		await sandbox.control.failDiscord({ times: 'forever', fault: { answerAfterMs: ANSWER_AFTER_MS } });
		const running = await Promise.all(Array.from({ length: engines }, () => start(db, sandbox)));
		const rounds: Outcome[] = [];
		for (let round = 0; round < ROUNDS; round++) rounds.push(await killOnce(db, sandbox, running, round));
		for (const engine of running) await kill(engine);
		sandbox.stop();
		await db.close();
		const sum = (pick: (outcome: Outcome) => number) => rounds.reduce((all, outcome) => all + pick(outcome), 0);
		const worst = Math.max(...rounds.map(({ repeated }) => repeated));
		const wrong = sum((outcome) => outcome.wrong);
		const worstMs = Math.max(...rounds.map((outcome) => outcome.worstMs));
		lines.push(
			`| ${name} | ${engines} | ${ROUNDS} | ${sum(({ lost }) => lost)} | ${sum(({ repeated }) => repeated)}, ${worst} | ${wrong}${wrong > 0 ? ` (answered up to ${worstMs} ms before)` : ''} |`,
		);
	}
	return lines;
}

async function killOnce(db: TestDatabase, sandbox: Sandbox, running: ChildProcess[], round: number): Promise<Outcome> {
	const victim = round % running.length;
	const { stored } = await sandbox.control.stats();
	await queueEvent(db, anEvent(round));
	while ((await sandbox.control.stats()).stored === stored) await sleep(2);
	await sleep(Math.random() * 200);
	const killedAt = Date.now();
	await kill(running[victim] as ChildProcess);
	// Expires the process's leases immediately instead of after ten seconds.
	const { pid } = running[victim] as ChildProcess;
	const dead = await db
		.knex('workers')
		.where({ pid: pid as number })
		.pluck('id');
	await db.knex('webhooks').whereIn('claimedBy', dead).update({ leaseUntil: 1 });
	running[victim] = await start(db, sandbox);
	const open = async () =>
		db.knex('deliveries').whereIn('status', ['pending', 'retrying']).count({ open: '*' }).first();
	while (Number((await open())?.['open']) > 0) await sleep(20);

	const title = (body: unknown) => (body as { embeds: { title: string }[] }).embeds[0]?.title ?? '';
	const messages = (await sandbox.control.messages()).filter(({ body }) => title(body).endsWith(` ${round}`));
	const byWebhook = Map.groupBy(messages, ({ webhookId }) => webhookId);
	const repeats = [...byWebhook.values()].filter((copies) => copies.length > 1);
	const answeredBefore = repeats.map(([first]) => (first?.answeredAt ? killedAt - first.answeredAt : 0));
	const wrong = answeredBefore.filter((ms) => ms > UNREAD_MS);
	return {
		lost: WEBHOOKS - byWebhook.size,
		repeated: repeats.length - wrong.length,
		wrong: wrong.length,
		worstMs: Math.max(0, ...wrong),
	};
}

function start(db: TestDatabase, sandbox: Sandbox): Promise<ChildProcess> {
	return startEngineProcess({
		databaseUrl: db.url,
		dataDir: db.dataDir,
		discordUrl: sandbox.origin,
		env: { POLL_INTERVAL_MS: '60000' },
	});
}
