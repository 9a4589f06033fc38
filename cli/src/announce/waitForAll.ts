import { setTimeout as sleep } from 'node:timers/promises';
import { OPEN_STATUSES } from '@dropwire/contract';
import type { Api } from '../server/client.ts';
import { progress } from '../terminal/progress.ts';

const MIN_PAUSE_MS = 250;

/** Waits until no delivery of an announcement is open. Deliveries that take too long expire on the server. */
export async function waitForAll(
	api: Api,
	id: string,
	all: number,
): Promise<{ sent: number; failed: number; expired: number }> {
	const bar = progress('Delivering');
	try {
		for (;;) {
			const startedAt = Date.now();
			const { counts } = (await api.announcementTally({ id })).data;
			const open = OPEN_STATUSES.reduce((sum, status) => sum + counts[status], 0);
			bar.at(all - open, all);
			if (open === 0) return { sent: counts.sent, failed: counts.failed, expired: counts.expired };
			// Counting takes longer with many deliveries; the pause gives the server time to send them.
			await sleep(Math.max(MIN_PAUSE_MS, 4 * (Date.now() - startedAt)));
		}
	} finally {
		bar.clear();
	}
}
