import type { WebhookDetails } from '@dropwire/contract';

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
