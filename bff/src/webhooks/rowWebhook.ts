import { maskWebhook } from '@dropwire/domain';
import type { Subscription } from '@dropwire/db';
import type { NewWebhook } from '@dropwire/engine';
import type { RowValue } from '../rows/planRows.ts';

/** The webhook of a row that is saved or will be saved. `key` is its hash, `detail` its options as `subscriptions.options` has them (empty for none). */
export interface RowWebhook extends RowValue {
	/** The same for all threads of a webhook. */
	tokenHash: string;
	/** The webhook's id at Discord. */
	discordId: string;
	/** True if Discord has rejected the webhook; saving it again switches it back on. */
	off: boolean;
	/** The subscription of an existing row. */
	subscription: Pick<Subscription, 'id' | 'createdAt' | 'version'> | null;
	threadId: string | null;
	/** The webhook of a row that will be saved. */
	webhook: NewWebhook | null;
}

/** The masked webhook, for people. */
export const showWebhook = ({ discordId, threadId }: RowWebhook) => maskWebhook(discordId, threadId);
