import { foreignFormatOf, parseWebhookUrl, withThread } from '@dropwire/domain';
import type { NewWebhook } from '@dropwire/engine';
import { invalidInput } from '../http/errors.ts';
import type { Server } from '../http/context.ts';

/** The error for a field that contains another URL than that of a webhook. */
export function notAWebhook(url: string): string {
	const format = foreignFormatOf(url);
	return format === undefined
		? 'must be a Discord webhook URL (https://discord.com/api/webhooks/…)'
		: `must end before /${format}: with it, Discord expects messages in the format of that service`;
}

/** @throws CallError 400 naming `field` unless the URL is a webhook of the configured Discord */
export function webhookAddress({ settings }: Server, field: string, url: string): NewWebhook {
	const address = parseWebhookUrl(url, settings.DISCORD_URL);
	if (!address) throw invalidInput({ [field]: notAWebhook(url) });
	// As browsers write it: every text in which the URL occurs is searched for it, to mask it.
	return { ...address, url: withThread(url, address.threadId ?? null) };
}
