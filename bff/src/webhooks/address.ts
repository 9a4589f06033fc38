import { parseWebhookUrl } from '@dropwire/domain';
import type { NewWebhook } from '@dropwire/engine';
import { invalidInput } from '../http/errors.ts';
import type { Server } from '../http/context.ts';

/** The error for a field that contains another URL. */
export const NOT_A_WEBHOOK = 'must be a Discord webhook URL (https://discord.com/api/webhooks/…)';

/** @throws CallError 400 naming `field` unless the URL is a webhook of the configured Discord */
export function webhookAddress({ settings }: Server, field: string, url: string): NewWebhook {
	const address = parseWebhookUrl(url, settings.DISCORD_URL);
	if (!address) throw invalidInput({ [field]: NOT_A_WEBHOOK });
	// As browsers write it: every text in which the URL occurs is searched for it, to mask it.
	return { ...address, url: new URL(url).href };
}
