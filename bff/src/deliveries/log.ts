import type { LoggedDelivery } from '@dropwire/contract';
import { Delivery, type Knex, Webhook } from '@dropwire/db';
import type { Call } from '../http/context.ts';
import { seenGuilds } from '../http/guilds.ts';
import { labelsOf } from '../webhooks/labels.ts';
import { placesOf } from '../webhooks/places.ts';
import { presentDeliveries, withoutBody } from './present.ts';

const DISCORD = 'https://discord.com/channels';

type Reader = Pick<Call<'deliveries'>, 'knex' | 'caller' | 'managed'>;

/** Reads deliveries with what the log shows of them, newest first. */
export function readDeliveries(knex: Knex, ids: readonly number[]) {
	return Delivery.query(knex)
		.findByIds([...ids])
		.withGraphFetched('[message(withoutBody), topic]')
		.modifiers({ withoutBody })
		.orderBy('deliveries.id', 'desc');
}

/** Presents deliveries with their webhooks' labels (to admins), places at Discord, and links to the messages. */
export async function presentLog(
	{ knex, caller, managed }: Reader,
	rows: readonly Delivery[],
): Promise<LoggedDelivery[]> {
	const ids = [...new Set(rows.flatMap(({ webhookId }) => webhookId ?? []))];
	const webhooks = await Webhook.query(knex).findByIds(ids);
	const placeOf = await placesOf(knex, webhooks, seenGuilds({ caller, managed }));
	const places = new Map(webhooks.map((webhook) => [webhook.id, placeOf(webhook)]));
	const labelOf = await labelsOf(knex, caller.access?.admin ? ids : []);
	const presented = await presentDeliveries(knex, rows);
	return presented.map((row, index) => {
		const { webhookId, topicId, threadId } = rows[index] as Delivery;
		const place = (webhookId !== null && places.get(webhookId)) || null;
		const webhook = webhooks.find(({ id }) => id === webhookId);
		const channel = threadId ?? webhook?.threadId ?? place?.channelId;
		const known = place?.guildId && channel && row.messageId;
		return {
			...row,
			label: webhookId === null ? null : labelOf(webhookId, topicId),
			webhookId: caller.access?.admin && webhookId !== null ? String(webhookId) : null,
			place,
			messageUrl: known ? `${DISCORD}/${place.guildId}/${channel}/${row.messageId}` : null,
		};
	});
}
