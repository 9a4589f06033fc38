import { Queue, Worker } from 'bullmq';
import { Pool } from 'undici';
import { type Contender, CONCURRENCY, type Target } from './target.ts';

const connection = { host: '127.0.0.1', port: 6379, maxRetriesPerRequest: null };

/** One BullMQ job per webhook, processed by one worker with the same concurrency as the other contenders. */
export function bullmq(origin: string): Contender {
	const name = `dropwire-bench-${process.pid}`;
	const pool = new Pool(origin, { connections: CONCURRENCY });
	const queue = new Queue(name, { connection });
	let payload = '';
	let targets: readonly Target[] = [];
	let finished = 0;
	let done: () => void = () => {};

	const worker = new Worker(
		name,
		async (job: { data: Target }) => {
			const { statusCode, body } = await pool.request({
				method: 'POST',
				path: `/api/v10/webhooks/${job.data.id}/${job.data.token}?wait=true`,
				headers: { 'content-type': 'application/json' },
				body: payload,
			});
			await body.text();
			if (statusCode !== 200) throw new Error(`Discord answered ${statusCode}`);
		},
		{ connection, concurrency: CONCURRENCY, removeOnComplete: { count: 0 } },
	);
	worker.on('completed', () => {
		if (++finished === targets.length) done();
	});

	return {
		async prepare(next, body) {
			await worker.waitUntilReady();
			targets = next;
			payload = body;
			finished = 0;
		},
		async run() {
			const all = new Promise<void>((resolve) => {
				done = resolve;
			});
			await queue.addBulk(targets.map((data) => ({ name: 'send', data })));
			await all;
		},
		async close() {
			await worker.close();
			await queue.obliterate({ force: true });
			await queue.close();
			await pool.close();
		},
	};
}
