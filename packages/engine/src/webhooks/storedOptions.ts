import type { Subscription, Webhook } from '@dropwire/db';
import type { SubscriptionOptions } from '@dropwire/domain';

/** The columns of a subscription that store its options. The id of a thread is stored with the webhook. */
export type OptionColumns = Pick<Subscription, 'options' | 'paused'>;

/** Splits options into what the subscription stores and the thread of its webhook; null for the channel itself. */
export function storeOptions(options: SubscriptionOptions): { columns: OptionColumns; threadId: string | null } {
	const { thread, ...others } = options;
	const byId = thread && 'id' in thread ? thread : null;
	const stored = { ...others, ...(thread && !byId && { thread }) };
	const given = Object.entries(stored).filter(([, value]) => value !== undefined);
	return {
		columns: {
			options: given.length === 0 ? null : JSON.stringify(Object.fromEntries(given)),
			paused: options.paused === true,
		},
		threadId: byId?.id ?? null,
	};
}

/** A subscription's options as the API shows them. */
export function loadOptions(
	{ options }: Pick<Subscription, 'options'>,
	{ threadId }: Pick<Webhook, 'threadId'>,
): SubscriptionOptions {
	const stored = options === null ? {} : (JSON.parse(options) as SubscriptionOptions);
	return threadId === null ? stored : { ...stored, thread: { id: threadId } };
}
