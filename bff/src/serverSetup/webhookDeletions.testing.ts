import { WebhookDeletion } from '@dropwire/db';
import { vi } from 'vitest';
import type { TestServer } from '../testing.ts';

/** Waits until every webhook whose deletion is queued is deleted, and forgets them, as the server does a minute later. */
export async function finishDeletions({ db, sandbox }: TestServer): Promise<void> {
	const queued = () => WebhookDeletion.query(db.knex);
	await queued().whereNull('startedAt').patch({ dueAt: 0 });
	const deleted = async () => {
		const left = new Set((await sandbox.control.webhooks()).map(({ id }) => id));
		return (await queued()).every(({ discordId, startedAt }) => startedAt !== null && !left.has(discordId));
	};
	await vi.waitUntil(deleted, { timeout: 20_000, interval: 100 });
	await queued().delete();
}
