import { setTimeout as sleep } from 'node:timers/promises';
import { Place, TopicRow } from '@dropwire/db';
import type { TestDatabase } from '@dropwire/db/testing';
import { REGIONS } from '@dropwire/domain';
import { subscribeMany } from '@dropwire/engine';
import type { Counter } from './counter.ts';

/**
 * Subscribes other webhooks for every region, so that a webhook gets fewer messages than Discord allows a channel.
 * @param webhooks how many for each region
 */
export async function subscribeRegions(db: TestDatabase, { origin }: Counter, webhooks: number): Promise<void> {
	const topics = await TopicRow.query(db.knex)
		.where({ brand: 'NIKE', category: 'SHOES' })
		.whereIn('status', ['ACTIVE', 'HOLD']);
	const rows = topics.flatMap((topic) =>
		Array.from({ length: webhooks }, (_, n) => {
			const id = String(1_300_000_000_000_000_000n + BigInt(REGIONS.indexOf(topic.region) * webhooks + n));
			const token = `soak-${id}-`.padEnd(68, 'x');
			const webhook = { id, token, url: `${origin}/api/webhooks/${id}/${token}` };
			return { place: Place.operator(topic.id, `webhook ${n}`), webhook };
		}),
	);
	await db.transaction((trx) => subscribeMany(trx, db.vault, rows));
}

/**
 * Waits for the last messages, as long as some arrive.
 * @returns the delays of all messages since the counter was last asked, ms
 */
export async function arrived(counter: Counter, expected: number): Promise<number[]> {
	const first = await counter.take();
	const delays = [first.delays];
	let { total } = first;
	for (let idle = 0; total < expected && idle < 30; idle++) {
		await sleep(1000);
		const now = await counter.take();
		delays.push(now.delays);
		if (now.total > total) idle = 0;
		total = now.total;
	}
	// Doubled messages may follow the last expected one.
	await sleep(2000);
	return delays.flat();
}
