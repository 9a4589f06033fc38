import { parseWebhookUrl } from '@dropwire/engine';
import { invalidInput } from '../http/errors.ts';
import type { Server } from '../http/call.ts';

/** @throws CallError 400 naming `field` unless the URL is a webhook of the Discord that is set */
export function webhookAddress(
	{ settings }: Server,
	field: string,
	url: string,
): { id: string; token: string; url: string } {
	const address = parseWebhookUrl(url, settings.DISCORD_URL);
	if (!address) {
		throw invalidInput({ [field]: 'must be a Discord webhook URL (https://discord.com/api/webhooks/…)' });
	}
	return { ...address, url };
}
