import type { NewWebhook, WebhookFacts } from '@dropwire/engine';
import type { Server } from '../http/context.ts';
import { CallError, invalidInput } from '../http/errors.ts';

/**
 * Reads a webhook that a server's member wants to save from Discord.
 * @throws CallError 400 naming `field` when Discord rejects it, 429 after too many rejections, 502 when Discord cannot
 *   answer
 */
export async function readAtDiscord(
	{ webhooks: { reader, rejections }, invalidRequests }: Server,
	{ guildId, field, webhook }: { guildId: string; field: string; webhook: NewWebhook },
): Promise<WebhookFacts> {
	const waitMs = rejections.waitMs(guildId);
	if (waitMs > 0) {
		const text = 'Discord rejected too many webhooks of this server. Check their URLs and try again later.';
		throw new CallError('rate_limited', text, undefined, { retryAfter: Math.ceil(waitMs / 1000) });
	}
	invalidRequests.mustBeFew();
	const { reading, invalid } = await reader.read(webhook);
	if (reading.kind === 'found') return reading.facts;
	if (invalid) {
		rejections.add(guildId);
		invalidRequests.add();
	}
	if (reading.kind === 'rejected') throw invalidInput({ [field]: `is rejected by Discord (${reading.reason})` });
	const retryAfter = Math.ceil(reading.waitMs / 1000);
	const text = `Discord could not confirm this webhook: ${reading.reason}. Nothing was saved; try again in a moment.`;
	throw new CallError('upstream_failed', text, undefined, { ...(retryAfter > 0 && { retryAfter }) });
}
