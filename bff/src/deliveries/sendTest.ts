import { Delivery, type Knex, type Webhook } from '@dropwire/db';
import { OPEN_STATUSES } from '@dropwire/db/topics';
import { queueTest } from '@dropwire/engine';
import type { Server } from '../http/call.ts';
import { presentDeliveries } from './present.ts';

/** How long a test is waited for: its message is stale after two minutes, but nobody watches a button for so long. */
const TEST_WAIT_MS = 10_000;
const LOOK_MS = 50;

type Presented = Awaited<ReturnType<typeof presentDeliveries>>[number];

/** Sends a test message the way of every message. @returns its delivery, once it is over or was waited for long enough */
export async function sendTest({ server }: { server: Server }, webhook: Webhook, label: string): Promise<Presented> {
	const { db } = server;
	const id = await db.transaction((trx) =>
		queueTest(trx, { webhookId: webhook.id, discordId: webhook.discordId, label, at: Date.now() }),
	);
	server.engine?.wake();
	const until = Date.now() + TEST_WAIT_MS;
	for (;;) {
		const row = await presentDelivery(db.knex, id);
		if (!OPEN_STATUSES.some((status) => status === row.status) || Date.now() > until) {
			// What it came to is seen at once wherever the webhook is listed.
			server.answers.forget();
			return row;
		}
		await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
	}
}

export async function presentDelivery(knex: Knex, id: number): Promise<Presented> {
	const row = await Delivery.query(knex).findById(id).withGraphFetched('[message, topic]').throwIfNotFound();
	const [presented] = await presentDeliveries(knex, [row]);
	return presented as Presented;
}
