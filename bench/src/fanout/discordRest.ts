import { makeURLSearchParams, REST } from '@discordjs/rest';
import { Agent } from 'undici';
import { type Contender, CONCURRENCY, type Target } from './target.ts';

/** The library that Discord's ecosystem uses, one instance for all webhooks, as a sender behind a queue would use it. */
export function discordRest(origin: string): Contender {
	const rest = new REST({
		version: '10',
		api: `${origin}/api`,
		globalRequestsPerSecond: 1_000_000,
		retries: 0,
		rejectOnRateLimit: () => true,
	});
	// Of undici 7, which the library accepts; its own types are of undici 6.
	rest.setAgent(new Agent({ connections: CONCURRENCY }) as never);
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
		name: '@discordjs/rest, one instance',
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
