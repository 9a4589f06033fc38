import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Target } from '../setup.ts';

/** The requests that arrived. In two blocks of memory: the receiver's garbage would disturb the next measurement. */
export interface Arrivals {
	/** Epoch ms with fractions, in order of arrival. */
	times: Float64Array;
	/** How many requests each webhook got that got any. */
	perWebhook: Uint32Array;
}

/**
 * A replacement for Discord that costs as little CPU as possible, in a process of its own. The sandbox does more work per
 * message than a fast sender, which hides the sender's own cost.
 */
export interface LeanTarget {
	origin: string;
	/** Webhook URLs that this server accepts. */
	webhooks(count: number): Target[];
	/** Returns the requests since the previous call, and forgets them. */
	take(): Promise<Arrivals>;
	stop(): void;
}

/** Starts the server. Resolves when it accepts connections. */
export async function startLeanTarget(): Promise<LeanTarget> {
	const child = fork(join(import.meta.dirname, 'leanTarget.main.ts'), { serialization: 'advanced' });
	const [{ origin }] = (await once(child, 'message')) as [{ origin: string }];
	return {
		origin,
		webhooks: (count) =>
			Array.from({ length: count }, (_, index) => {
				const id = String(1_200_000_000_000_000_000n + BigInt(index));
				const token = `lean-${index}-`.padEnd(68, 'x');
				return { id, token, url: `${origin}/api/webhooks/${id}/${token}` };
			}),
		async take() {
			const answer = once(child, 'message') as Promise<[Arrivals]>;
			child.send('take');
			return (await answer)[0];
		},
		stop: () => void child.kill(),
	};
}
