import { makeURLSearchParams, REST } from '@discordjs/rest';
import type { Target } from '../setup.ts';
import { type Contender, CONCURRENCY } from './contender.ts';

/**
 * The standard library of Discord's ecosystem, with one instance for all webhooks, as a sender behind a queue would use
 * it. Its default agent opens a connection for each concurrent request.
 */
export function discordRest(origin: string): Contender {
	const rest = new REST({
		version: '10',
		api: `${origin}/api`,
		globalRequestsPerSecond: 1_000_000,
		retries: 0,
		rejectOnRateLimit: () => true,
	});
	let left: Target[] = [];
	let message: unknown;

	async function sendNext(): Promise<void> {
		for (let target = left.pop(); target; target = left.pop()) {
			await rest.post(`/webhooks/${target.id}/${target.token}`, {
				auth: false,
				body: message,
				query: makeURLSearchParams({ wait: true }),
			});
		}
	}

	return {
		async prepare(targets, body) {
			left = [...targets];
			message = JSON.parse(body);
		},
		async run() {
			await Promise.all(Array.from({ length: CONCURRENCY }, sendNext));
		},
		async close() {
			rest.clearHandlerSweeper();
			rest.clearHashSweeper();
		},
	};
}
