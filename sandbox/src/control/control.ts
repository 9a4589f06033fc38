import type { RegisteredCommand } from '../discord/bot/commands.ts';
import type { GatewayDrop, GatewayFigures } from '../discord/bot/gateway.ts';
import type { CommandRun } from '../discord/bot/interactions.ts';
import type { DiscordLimits } from '../discord/limits.ts';
import type { DiscordFault, DiscordStats, SandboxMessage, SandboxWebhook } from '../discord/world.ts';
import type { NikeFault, ProductChange } from '../retail/nikeWorld.ts';
import type { SandboxUserName } from '../seeds.ts';
import type { XFault } from '../x/xWorld.ts';
import type { InteractionView } from './botControlRoutes.ts';

export type WebhookWithUrl = SandboxWebhook & { url: string };
/** Messages of one webhook, of one channel, or all. */
export interface MessageFilter {
	webhookId?: string;
	channelId?: string;
}

const POLL_MS = 20;
const ANSWER_WITHIN_MS = 60_000;

/** Drives a sandbox over its HTTP control API, in this process or another. */
export function createControl(origin: string) {
	async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
		const response = await fetch(`${origin}/control${path}`, {
			method,
			...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
		});
		const answer = (await response.json()) as T & { error?: string };
		if (!response.ok) throw new Error(`Sandbox: ${answer.error ?? response.status}`);
		return answer;
	}

	/** Asks until the bot has answered, or Discord has given up on it. */
	async function settled(begun: InteractionView): Promise<InteractionView> {
		let seen = begun;
		while (seen.state === 'waiting' || seen.state === 'thinking') {
			if (Date.now() - begun.at > ANSWER_WITHIN_MS) throw new Error('Sandbox: the bot is still thinking');
			await new Promise((resolve) => setTimeout(resolve, POLL_MS));
			seen = await call<InteractionView>('GET', `/discord/interactions/${begun.id}`);
		}
		return seen;
	}

	const control = {
		/** Gives a slash command as somebody. @returns the answer, once the bot no longer thinks */
		command: async (run: Omit<CommandRun, 'focused'>) =>
			settled(await call<InteractionView>('POST', '/discord/commands', run)),
		/** What the bot suggests for an option while somebody types. */
		suggestions: async (run: CommandRun & { focused: string }) =>
			settled(await call<InteractionView>('POST', '/discord/commands', run)),
		/** Clicks a button of an answer. @returns what the click came to */
		click: async (click: { interactionId: string; customId: string; as?: SandboxUserName }) =>
			settled(await call<InteractionView>('POST', '/discord/clicks', click)),
		interaction: (id: string) => call<InteractionView>('GET', `/discord/interactions/${id}`),
		commands: () => call<{ commands: RegisteredCommand[]; registrations: number }>('GET', '/discord/commands'),
		gateway: () => call<GatewayFigures>('GET', '/discord/gateway'),
		dropGateway: (how: GatewayDrop) => call('POST', '/discord/gateway/drop', { how }),
		/** Guilds in which the bot is, besides the seeded ones. */
		addGuilds: (wanted: { count: number; channels: number; roles: number }) =>
			call<{ id: string; channelId: string | null }[]>('POST', '/discord/guilds', wanted),
		removeBot: (guildId: string) => call('POST', `/discord/guilds/${guildId}/leave`),
		addBot: (guildId: string) => call('POST', `/discord/guilds/${guildId}/join`),
		/** Discord loses a guild for a while. */
		guildOutage: (guildId: string) => call('POST', `/discord/guilds/${guildId}/outage`),
		/** The permissions of the bot's role, or what a channel denies it; bits as text. */
		setBotPermissions: (guildId: string, change: { permissions?: string; channelId?: string; deny?: string }) =>
			call('PUT', `/discord/guilds/${guildId}/permissions`, change),
		deleteChannel: (id: string) => call('DELETE', `/discord/channels/${id}`),
		/** Faults, limits, figures, messages and products back to the start. */
		reset: () => call('POST', '/reset'),
		webhooks: () => call<WebhookWithUrl[]>('GET', '/discord/webhooks'),
		createWebhooks: (wanted: { count: number; channelId?: string; ownChannels?: boolean }) =>
			call<WebhookWithUrl[]>('POST', '/discord/webhooks', wanted),
		deleteWebhook: (id: string) => call('DELETE', `/discord/webhooks/${id}`),
		/** Gives a webhook another token: the old one is refused from now on. */
		rotateToken: (id: string) => call<WebhookWithUrl>('POST', `/discord/webhooks/${id}/rotate`),
		/**
		 * `webhookId` may be `users` (calls about the signed-in user), `bot` (with the bot's token) or `interactions`, or one
		 * method of these: `bot POST`.
		 */
		failDiscord: (plan: { webhookId?: string; times: number | 'forever'; fault: DiscordFault }) =>
			call('POST', '/discord/faults', plan),
		healDiscord: () => call('DELETE', '/discord/faults'),
		setLimits: (limits: Partial<DiscordLimits>) => call<DiscordLimits>('PUT', '/discord/limits', limits),
		stats: () => call<DiscordStats>('GET', '/discord/stats'),
		/** Oldest first. */
		messages: (filter: MessageFilter = {}) =>
			call<SandboxMessage[]>('GET', `/discord/messages?${new URLSearchParams({ ...filter })}`),
		/** Waits until so many messages stand there. @throws Error naming how many there were in time */
		async waitForMessages({ count, ...filter }: MessageFilter & { count: number }, timeoutMs = 10_000) {
			const until = Date.now() + timeoutMs;
			for (;;) {
				const messages = await control.messages(filter);
				if (messages.length >= count) return messages;
				if (Date.now() > until) throw new Error(`Waited for ${count} messages, there are ${messages.length}`);
				await new Promise((resolve) => setTimeout(resolve, POLL_MS));
			}
		},
		setProduct: (wanted: { sku: string; region: string; change: ProductChange }) =>
			call('POST', '/retail/nike/products', wanted),
		/** Copies of a recorded product under new SKUs. */
		addProducts: (wanted: { count: number; regions: readonly string[]; prefix?: string }) =>
			call<string[]>('POST', '/retail/nike/more', wanted),
		failNike: (plan: { region?: string; times: number | 'forever'; fault: NikeFault }) =>
			call('POST', '/retail/nike/faults', plan),
		healNike: () => call('DELETE', '/retail/nike/faults'),
		nikeRequests: () => call<{ count: number; last: string[] }>('GET', '/retail/nike/requests'),
		/** What stands at the sandbox's X. */
		xPosts: () => call<{ posts: { id: string; text: string; at: number }[]; requests: number }>('GET', '/x/posts'),
		failX: (plan: { times: number | 'forever'; fault: XFault }) => call('POST', '/x/faults', plan),
		catalogue: () =>
			call<{ sku: string; region: string; status: string; title: string }[]>('GET', '/retail/nike/products'),
	};
	return control;
}

export type Control = ReturnType<typeof createControl>;
