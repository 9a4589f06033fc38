import { createWebhookReader, type NewWebhook, Rejections, type WebhookFacts } from '@dropwire/engine';
import type { Caller } from '../http/auth.ts';
import { CallError, invalidInput } from '../http/errors.ts';
import type { InvalidRequests } from './invalidRequests.ts';

/**
 * How many webhooks of a guild, and of a client in all of their guilds, Discord may reject within ten minutes; after that,
 * their links are rejected without a request. Discord bans an address at 10,000 rejections.
 */
const REJECTIONS_PER_GUILD = 50;
const REJECTIONS_PER_CLIENT = 75;
const CLIENT = 'client ';

/** Reads webhooks from Discord that people enter. */
export interface WebhookReading {
	/**
	 * Reads a webhook that a server's member wants to save.
	 * @throws CallError 400 naming `field` when Discord rejects it, 429 after too many rejections, 502 when Discord cannot
	 *   answer
	 */
	read(caller: Caller, given: { guildId: string; field: string; webhook: NewWebhook }): Promise<WebhookFacts>;
	close(): Promise<void>;
}

export function createWebhookReading(discordUrl: string, invalidRequests: InvalidRequests): WebhookReading {
	const reader = createWebhookReader(discordUrl);
	const rejections = new Rejections((owner) =>
		owner.startsWith(CLIENT) ? REJECTIONS_PER_CLIENT : REJECTIONS_PER_GUILD,
	);
	return {
		async read(caller, { guildId, field, webhook }) {
			const owners = caller.access?.admin ? [guildId] : [guildId, CLIENT + caller.discordId];
			const waitMs = Math.max(...owners.map((owner) => rejections.waitMs(owner)));
			if (waitMs > 0) {
				const whose = rejections.waitMs(guildId) > 0 ? 'of this server' : 'that you entered';
				const text = `Discord rejected too many webhooks ${whose}. Check their URLs and try again later.`;
				throw new CallError('rate_limited', text, undefined, { retryAfter: Math.ceil(waitMs / 1000) });
			}
			invalidRequests.mustBeFew();
			const { reading, invalid } = await reader.read(webhook);
			if (reading.kind === 'found') return reading.facts;
			if (invalid) {
				for (const owner of owners) rejections.add(owner);
				invalidRequests.add();
			}
			if (reading.kind === 'rejected') throw invalidInput({ [field]: `is rejected by Discord (${reading.reason})` });
			const retryAfter = Math.ceil(reading.waitMs / 1000);
			const text = `Discord could not confirm this webhook: ${reading.reason}. Nothing was saved; try again in a moment.`;
			throw new CallError('upstream_failed', text, undefined, { ...(retryAfter > 0 && { retryAfter }) });
		},
		close: () => reader.close(),
	};
}
