import type { SubscriptionOptions } from '@dropwire/domain';
import { storeOptions } from '@dropwire/engine';
import { chooseSubscriptions } from '@dropwire/engine/testing';
import type { TestDatabase } from '@dropwire/db/testing';
import { median, percentile } from './report/statistics.ts';
import { aimTable, type Aim } from './report/markdown.ts';
import { anEvent, type BenchOptions, ENGINES, openBenchDatabase, subscribeAll, topicOfEvent } from './setup.ts';
import { startLeanTarget } from './target/leanTarget.ts';

const AIM_MS = 20;

/** How long the options of many subscriptions take for one event: reading them, and deciding for each. */
export async function filters({ quick }: BenchOptions): Promise<string[]> {
	const count = quick ? 500 : 10_000;
	const target = await startLeanTarget();
	const aims: Aim[] = [];
	for (const engine of ENGINES) {
		const db = await openBenchDatabase(engine);
		if (!db) continue;
		await subscribeAll(db, target.webhooks(count));
		await giveOptions(db);
		const { times, cpu, first, without } = await measure(db, quick ? 10 : 100);
		await db.close();
		aims.push({
			what: `options of ${count.toLocaleString('en')} subscriptions, each different, per event; ${without.toLocaleString('en')} held back`,
			database: engine,
			aim: `${AIM_MS} ms`,
			measured: `${median(times).toFixed(1)} ms, 95% within ${percentile(times, 0.95).toFixed(1)} ms, ${cpu.toFixed(1)} ms of processor time; the first event ${first.toFixed(0)} ms`,
			met: median(times) < AIM_MS,
		});
	}
	target.stop();
	return aimTable(aims);
}

/** Each subscription has words, sizes, kinds and prices of its own; every third one lets the event through. */
async function giveOptions(db: TestDatabase): Promise<void> {
	const ids: number[] = await db.knex('subscriptions').pluck('id');
	await db.transaction(async (trx) => {
		for (const id of ids) {
			const options: SubscriptionOptions = {
				include: [id % 3 === 0 ? 'jordan*' : 'dunk low', `model ${id}`, 'sb'],
				exclude: ['kids', 'toddler*', `style ${id}`],
				sizes: ['M 9 / W 10.5', `EU ${id}`],
				kinds: ['STATUS', 'RESTOCK', 'LIVE'],
				minPrice: 50,
				maxPrice: 500 + id,
			};
			await trx('subscriptions').where({ id }).update(storeOptions(options).columns);
		}
	});
}

async function measure({ knex }: TestDatabase, rounds: number) {
	const { id: topicId } = await topicOfEvent(knex);
	const times: number[] = [];
	const cpu: number[] = [];
	let without = 0;
	for (let n = 0; n <= rounds; n++) {
		const event = anEvent(n);
		const used = process.cpuUsage();
		const at = performance.now();
		const choice = await chooseSubscriptions(
			knex,
			{ topicId, restockTopicId: null },
			{ after: 0, upTo: null },
			async () => [event],
		);
		times.push(performance.now() - at);
		const { user, system } = process.cpuUsage(used);
		cpu.push((user + system) / 1000);
		without = choice.without.length;
	}
	// The first event also prepares every subscription's options.
	const [first = 0, ...others] = times;
	return { times: others, cpu: median(cpu.slice(1)), first, without };
}
