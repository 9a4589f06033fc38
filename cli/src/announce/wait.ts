import { setTimeout as sleep } from 'node:timers/promises';
import { OPEN_STATUSES } from '@dropwire/bff/contract';
import type { Api } from '../server/client.ts';
import { progress } from '../terminal/progress.ts';

const LEAST_PAUSE_MS = 250;

/** Waits until nothing of an announcement is under way any more; the server ends what is too old by itself. */
export async function waitForAll(
	api: Api,
	id: string,
	all: number,
): Promise<{ sent: number; failed: number; expired: number }> {
	const bar = progress('Delivering');
	for (;;) {
		const begun = Date.now();
		const { counts } = (await api.announcementTally({ id })).data;
		const open = OPEN_STATUSES.reduce((sum, status) => sum + counts[status], 0);
		bar.at(all - open, all);
		if (open === 0) {
			bar.clear();
			return { sent: counts.sent, failed: counts.failed, expired: counts.expired };
		}
		// However much there is to count, the server has most of its time for delivering.
		await sleep(Math.max(LEAST_PAUSE_MS, 4 * (Date.now() - begun)));
	}
}
