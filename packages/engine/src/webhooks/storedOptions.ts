import type { Subscription, Webhook } from '@dropwire/db';
import { nextDigestAt, type SubscriptionOptions } from '@dropwire/domain';

/** The columns of a subscription that store its options. The id of a thread is stored with the webhook. */
export type OptionColumns = Pick<Subscription, 'options' | 'paused' | 'remindersAt' | 'digestAt'>;

/** The columns of a subscription without options. */
export const NO_OPTIONS: OptionColumns = { options: null, paused: false, remindersAt: null, digestAt: null };

/**
 * Splits options into what the subscription stores and the thread of its webhook; null for the channel itself.
 * @param before what the subscription has stored: unchanged reminders and digests stay due
 */
export function storeOptions(
	options: SubscriptionOptions,
	before: OptionColumns = NO_OPTIONS,
	now = Date.now(),
): { columns: OptionColumns; threadId: string | null } {
	const { thread, ...others } = options;
	const byId = thread && 'id' in thread ? thread : null;
	const stored = { ...others, ...(thread && !byId && { thread }) };
	const given = Object.entries(stored).filter(([, value]) => value !== undefined);
	const { reminders, digest } = options;
	const was = before.options === null ? {} : (JSON.parse(before.options) as SubscriptionOptions);
	const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
	const digestAt = isSame(digest, was.digest) && before.digestAt !== null ? before.digestAt : null;
	return {
		columns: {
			options: given.length === 0 ? null : JSON.stringify(Object.fromEntries(given)),
			paused: options.paused === true,
			remindersAt: isSame(reminders, was.reminders) ? before.remindersAt : now,
			digestAt: digest ? (digestAt ?? nextDigestAt(digest, now)) : null,
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
