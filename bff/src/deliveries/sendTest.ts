import { Delivery, type Knex, type Webhook } from '@dropwire/db';
import type { SubscriptionOptions } from '@dropwire/domain';
import { queueTest } from '@dropwire/engine';
import type { Call } from '../http/context.ts';
import type { FinishedDeliveries } from './finished.ts';
import { presentDeliveries } from './present.ts';

/** How long the call waits for the delivery of a test message. */
const TEST_WAIT_MS = 10_000;

type Presented = Awaited<ReturnType<typeof presentDeliveries>>[number];

/**
 * Queues a test message like any other message and waits for its delivery.
 * @returns the delivery, which may still be open after the wait
 */
export async function sendTest(
	{ server, transaction, logQueued }: Pick<Call<'linkTest'>, 'server' | 'transaction' | 'logQueued'>,
	finished: FinishedDeliveries,
	webhook: Webhook,
	label: string,
	options: SubscriptionOptions = {},
): Promise<Presented> {
	const { discordId, threadId } = webhook;
	const id = await transaction((trx) =>
		queueTest(trx, { webhookId: webhook.id, discordId, threadId, label, at: Date.now(), options }),
	);
	logQueued({ delivery: id }, 'test message');
	const over = finished.wait(id, TEST_WAIT_MS);
	server.engine?.wake();
	await over;
	// Webhook lists must show the outcome at once.
	server.responses.forget();
	return presentDelivery(server.db.knex, id);
}

export async function presentDelivery(knex: Knex, id: number): Promise<Presented> {
	const row = await Delivery.query(knex).findById(id).withGraphFetched('[message, topic]').throwIfNotFound();
	const [presented] = await presentDeliveries(knex, [row]);
	return presented as Presented;
}
