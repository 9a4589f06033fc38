import { LIMITS, type WebhookDetails } from '@dropwire/contract';

/** What a webhook is called: its label, else its name at Discord or that of its channel. New rows get it as their label. */
export function nameOf({ label, place, id }: Pick<WebhookDetails, 'label' | 'place' | 'id'>): string {
	return (label ?? place?.name ?? place?.channelName ?? `Webhook ${id}`).slice(0, LIMITS.label);
}

/** The key of a webhook while its deletion can be undone. */
export const deletionKey = (id: string) => `whole-webhook/${id}`;

type Subscription = WebhookDetails['subscriptions'][number];
/** A row of the webhook in an operator group. */
export interface OperatorSubscription {
	id: string;
	topic: NonNullable<Subscription['topic']>;
	label: string;
}

/** The webhook's rows in operator groups: not those of servers, nor the broadcast list. */
export function operatorRows({ subscriptions }: WebhookDetails): OperatorSubscription[] {
	return subscriptions.flatMap(({ id, topic, label }) => (topic && label !== null ? [{ id, topic, label }] : []));
}
