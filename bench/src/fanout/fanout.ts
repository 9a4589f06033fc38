import { composeEvent } from '@dropwire/engine/messages/composeEvent';
import { anEvent, median, openBenchDatabase, spawnSandbox, subscribeAll } from '../world.ts';
import { bareLoop } from './bareLoop.ts';
import { bullmq, redisAnswers } from './bullmq.ts';
import { discordRest } from './discordRest.ts';
import { dropwire } from './dropwire.ts';
import type { Contender } from './target.ts';
import { webhookClient } from './webhookClient.ts';

const WEBHOOKS = 2000;
const ROUNDS = 5;

/** One event to 2,000 webhooks, every contender in turn, round by round. @returns lines of Markdown */
export async function fanout(): Promise<string[]> {
	const sandbox = await spawnSandbox({ SANDBOX_LIMITS: 'off' });
	const targets = await sandbox.control.createWebhooks({ count: WEBHOOKS, ownChannels: true });
	const body = JSON.stringify(composeEvent(anEvent()));
	const contenders: Contender[] = [
		bareLoop(sandbox.origin),
		discordRest(sandbox.origin),
		webhookClient(sandbox.origin),
	];
	if (await redisAnswers()) contenders.push(bullmq(sandbox.origin));
	for (const engine of ['SQLite', 'MariaDB'] as const) {
		const db = await openBenchDatabase(engine);
		if (!db) continue;
		await subscribeAll(db, targets);
		contenders.push(dropwire(`Dropwire on ${engine}`, db, sandbox.origin));
	}
	const times = new Map(contenders.map(({ name }) => [name, [] as number[]]));
	for (let round = 0; round <= ROUNDS; round++) {
		for (const contender of contenders) {
			await contender.prepare(targets, body);
			const at = performance.now();
			await contender.run();
			// The first round warms up connections and code, and does not count.
			if (round > 0) times.get(contender.name)?.push(performance.now() - at);
		}
	}
	for (const contender of contenders) await contender.close();
	sandbox.stop();
	const bare = median(times.get(contenders[0]?.name ?? '') ?? []);
	return [
		`One event to ${WEBHOOKS} webhooks (${body.length} bytes each), median of ${ROUNDS} rounds:`,
		'',
		'| | ms | messages a second | of the bare loop |',
		'|---|---|---|---|',
		...[...times].map(([name, all]) => {
			const ms = median(all);
			return `| ${name} | ${ms.toFixed(0)} | ${((WEBHOOKS / ms) * 1000).toFixed(0)} | ${((bare / ms) * 100).toFixed(0)} % |`;
		}),
	];
}
