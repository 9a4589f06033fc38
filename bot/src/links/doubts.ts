import { setTimeout as pause } from 'node:timers/promises';
import type { Link, Region } from '@dropwire/bff/contract';
import type { Bot } from '../bot.ts';
import type { Api } from '../server/api.ts';
import { untilDone } from '../server/untilDone.ts';
import { isLinkable } from '../webhooks/linkable.ts';
import { tellStanding } from '../webhooks/standing.ts';

/** A link that is sent to the server. */
export interface Attempt {
	guildId: string;
	channelId: string;
	region: Region;
	toolsName: string;
	webhookId: string;
}

/**
 * After which pauses it is looked whether a link in doubt turned up, ms. A call that we gave up on can still be at work in
 * the server: it may wait for its database, MySQL's locks for nearly a minute.
 */
const LOOKS_MS = [5000, 60_000, 120_000] as const;

/**
 * Links of which nobody knows whether they were stored, and which count as not made: should one turn up, it is removed.
 * Unless somebody has linked the same again meanwhile, and was told that it stands.
 */
export class Doubts {
	readonly #open = new Map<string, Attempt>();

	/** A link stands: an earlier doubt about the same one no longer counts. Called in the channel's turn. */
	drop(attempt: Attempt): void {
		this.#open.delete(keyOf(attempt));
	}

	/**
	 * Finds out whether a link was stored after all. When the server still does not answer, the link counts as not made.
	 * @returns the link, or null: it is not made, or will be removed
	 */
	async settle(bot: Bot, attempt: Attempt): Promise<Link | null> {
		try {
			const found = await find(bot.server.as(null), attempt);
			if (found) return found;
		} catch {
			// The server is down; whether it has the link is asked again below.
		}
		this.#open.set(keyOf(attempt), attempt);
		void this.#watch(bot, attempt);
		return null;
	}

	async #watch(bot: Bot, attempt: Attempt): Promise<void> {
		const { guildId, channelId, webhookId } = attempt;
		const stands = () => !bot.ends.aborted && this.#open.get(keyOf(attempt)) === attempt;
		for (const wait of LOOKS_MS) {
			// It fails only by the end of this process, which is looked at next.
			await pause(wait, undefined, { signal: bot.ends, ref: false }).catch(() => {});
			const removed = await untilDone(`link to ${webhookId} in doubt`, bot.log, bot.ends, () =>
				// In turn with whoever links the same again: what they were told stands must not go.
				bot.inTurn.channel.run(channelId, async () => {
					const server = bot.server.as(null, 'background');
					const found = stands() ? await find(server, attempt) : null;
					if (found) await server.linkDelete({ guildId, id: found.id });
					return found !== null;
				}),
			);
			if (!stands()) return;
			// Other links of the channel that it made work again have a webhook that was taken back.
			const channel = bot.client.channels.cache.get(channelId);
			if (removed && channel && isLinkable(channel)) await tellStanding(bot, channel);
		}
		this.drop(attempt);
	}
}

function keyOf({ guildId, region, toolsName, webhookId }: Attempt): string {
	return [guildId, region, toolsName, webhookId].join('|');
}

async function find(server: Api, { guildId, region, toolsName, webhookId }: Attempt): Promise<Link | null> {
	const { data } = await server.linkList({ guildId });
	return (
		data.find((link) => link.webhookId === webhookId && link.region === region && link.toolsName === toolsName) ?? null
	);
}
