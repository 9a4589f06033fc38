import { Pool } from 'undici';
import type { Target } from '../setup.ts';
import { type Contender, CONCURRENCY } from './contender.ts';

/** The fastest HTTP client for Node, in a loop without queue, record, retry or limits. */
export function bareLoop(origin: string): Contender {
	const pool = new Pool(origin, { connections: CONCURRENCY });
	let left: Target[] = [];
	let payload = '';

	async function sendNext(): Promise<void> {
		for (let target = left.pop(); target; target = left.pop()) {
			const { statusCode, body } = await pool.request({
				method: 'POST',
				path: `/api/v10/webhooks/${target.id}/${target.token}?wait=true`,
				headers: { 'content-type': 'application/json' },
				body: payload,
			});
			await body.text();
			if (statusCode !== 200) throw new Error(`Discord answered ${statusCode}`);
		}
	}

	return {
		async prepare(targets, body) {
			left = [...targets];
			payload = body;
		},
		async run() {
			await Promise.all(Array.from({ length: CONCURRENCY }, sendNext));
		},
		close: () => pool.close(),
	};
}
