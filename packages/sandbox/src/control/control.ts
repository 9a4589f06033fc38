import type { RegisteredCommand } from '../discord/bot/commands.ts';
import type { GatewayDrop, GatewayFigures } from '../discord/bot/gateway.ts';
import type { Click, CommandRun, Press } from '../discord/bot/interactions.ts';
import type { DiscordLimits } from '../discord/limits.ts';
import type { DiscordFault } from '../discord/faults.ts';
import type { EventDelivery, Purchase, SandboxEntitlement } from '../discord/store/entitlements.ts';
import type {
	DiscordStats,
	RoleConnection,
	RoleMetadata,
	SandboxMessage,
	SandboxWebhook,
	ScheduledEvent,
} from '../discord/state.ts';
import type { ProductChange } from '../retail/nikeShop.ts';
import type { SandboxUserName } from '../seeds.ts';
import type { XFault } from '../x/xState.ts';
import type { InteractionView } from './botControlRoutes.ts';
import { type ControlCall, shopControl } from './shopControl.ts';

export type WebhookWithUrl = SandboxWebhook & { url: string };
/** Selects the messages of one webhook or channel; all messages by default. */
export interface MessageFilter {
	webhookId?: string;
	channelId?: string;
}

const POLL_MS = 20;
const ANSWER_WITHIN_MS = 60_000;

/** Controls a sandbox over its HTTP control API, from the same process or another. */
export function createControl(origin: string) {
	const call: ControlCall = async <T>(method: string, path: string, body?: unknown) => {
		const response = await fetch(`${origin}/control${path}`, {
			method,
			...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
		});
		const answer = (await response.json()) as T & { error?: string };
		if (!response.ok) throw new Error(`Sandbox: ${answer.error ?? response.status}`);
		return answer;
	};

	/** Polls until the bot has answered the interaction, or Discord has marked it as failed. */
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
		/** Runs a slash command as a user. @returns the interaction after the bot's final answer */
		command: async (run: Omit<CommandRun, 'focused'>) =>
			settled(await call<InteractionView>('POST', '/discord/commands', run)),
		/** Requests the bot's autocomplete suggestions for the option in `focused`. */
		suggestions: async (run: CommandRun & { focused: string }) =>
			settled(await call<InteractionView>('POST', '/discord/commands', run)),
		/** Clicks a button of an answer, or chooses values of a select menu. @returns the interaction that this caused */
		click: async (click: Click) => settled(await call<InteractionView>('POST', '/discord/clicks', click)),
		/** Presses a button of a message that the bot wrote itself. @returns the interaction that this caused */
		press: async (press: Press) => settled(await call<InteractionView>('POST', '/discord/presses', press)),
		/** Submits the form that an interaction opened. Fields that are left out keep their value. */
		submit: async (form: { interactionId: string; values: Record<string, string> }) =>
			settled(await call<InteractionView>('POST', '/discord/forms', form)),
		interaction: (id: string) => call<InteractionView>('GET', `/discord/interactions/${id}`),
		commands: () => call<{ commands: RegisteredCommand[]; registrations: number }>('GET', '/discord/commands'),
		gateway: () => call<GatewayFigures>('GET', '/discord/gateway'),
		dropGateway: (how: GatewayDrop) => call('POST', '/discord/gateway/drop', { how }),
		/** Adds guilds with the bot as a member, in addition to the seeded ones. */
		addGuilds: (wanted: { count: number; channels: number; roles: number }) =>
			call<{ id: string; channelId: string | null }[]>('POST', '/discord/guilds', wanted),
		removeBot: (guildId: string) => call('POST', `/discord/guilds/${guildId}/leave`),
		addBot: (guildId: string) => call('POST', `/discord/guilds/${guildId}/join`),
		/** Makes a guild unavailable, as in a Discord outage. */
		guildOutage: (guildId: string) => call('POST', `/discord/guilds/${guildId}/outage`),
		/**
		 * Sets the permissions of the bot's role, or the permissions that a channel denies it. Bit fields are strings.
		 */
		setBotPermissions: (guildId: string, change: { permissions?: string; channelId?: string; deny?: string }) =>
			call('PUT', `/discord/guilds/${guildId}/permissions`, change),
		/** Sets a member's permissions in a guild, as a bit field in a string; null removes the member. */
		setMember: (guildId: string, member: { user: SandboxUserName; permissions: string | null }) =>
			call('PUT', `/discord/guilds/${guildId}/members`, member),
		/**
		 * Sets whether a person accepts direct messages, as everybody does at first.
		 * @param wanted.code how Discord rejects them; 50007 by default
		 * @returns the bot's channel with them
		 */
		directMessages: (wanted: { user: SandboxUserName; open: boolean; code?: 50_007 | 50_278 }) =>
			call<{ channelId: string }>('PUT', '/discord/direct', wanted),
		/** How many direct messages with new people the bot opened in ten minutes, and whether that was too many. */
		openings: () => call<{ opened: number; isQuarantined: boolean }>('GET', '/discord/direct'),
		/** @param isSilenced whether messages to known people are rejected, too */
		quarantine: (isQuarantined: boolean, isSilenced = false) =>
			call('PUT', '/discord/quarantine', { isQuarantined, isSilenced }),
		/** Adds people who are in no server. @returns their ids */
		addPeople: (count: number) => call<string[]>('POST', '/discord/people', { count }),
		/** The same, with direct messages that the bot has opened before. */
		addKnownPeople: (count: number) =>
			call<{ id: string; channelId: string }[]>('POST', '/discord/people', { count, known: true }),
		/** Ends the access tokens of everybody, as a week does. */
		expireTokens: () => call('DELETE', '/discord/tokens'),
		/** What linked roles can ask for, and what the application says of people, by their ids. */
		roleConnections: () =>
			call<{ metadata: RoleMetadata[]; people: Record<string, RoleConnection> }>('GET', '/discord/roleconnections'),
		/** Removes the app in a person's Discord settings. */
		deauthorize: (user: SandboxUserName) => call('DELETE', `/discord/authorizations/${user}`),
		/** Sets the language of a person, or the preferred language of a guild, to one of Discord's locales. */
		setLocale: (wanted: { user?: SandboxUserName; guildId?: string; locale: string }) =>
			call('PUT', '/discord/locale', wanted),
		/**
		 * Creates a channel (by default a text channel; type 4 is a category), or a thread of `parentId`.
		 * @param channel.tags the names of a forum's tags
		 */
		createChannel: (
			guildId: string,
			channel: {
				name: string;
				type?: number;
				parentId?: string;
				position?: number;
				categoryId?: string;
				tags?: string[];
				requiresTag?: boolean;
			},
		) => call<{ id: string }>('POST', `/discord/guilds/${guildId}/channels`, channel),
		setThread: (id: string, change: { locked?: boolean; archived?: boolean }) =>
			call('PATCH', `/discord/channels/${id}`, change),
		/** A guild's scheduled events, canceled and completed ones too, in the order in which they were made. */
		scheduledEvents: (guildId: string) => call<ScheduledEvent[]>('GET', `/discord/guilds/${guildId}/events`),
		/** Adds events of a moderator. */
		addScheduledEvents: (guildId: string, count: number) =>
			call('POST', `/discord/guilds/${guildId}/events`, { count }),
		/** Deletes an event as a moderator does. */
		deleteScheduledEvent: (id: string) => call('DELETE', `/discord/events/${id}`),
		deleteChannel: (id: string) => call('DELETE', `/discord/channels/${id}`),
		/** Buys an item of the application's store for a person or a server. */
		buy: (purchase: Purchase) => call<SandboxEntitlement>('POST', '/discord/entitlements', purchase),
		/** Cancels a subscription, which ends then (epoch ms), or renews it with null. */
		endEntitlement: (id: string, endsAt: number | null) =>
			call<SandboxEntitlement>('PUT', `/discord/entitlements/${id}`, { endsAt }),
		/** Refunds what was bought, or deletes a test entitlement. */
		refund: (id: string) => call('DELETE', `/discord/entitlements/${id}`),
		/**
		 * Sets how events about entitlements arrive, and the address of webhook events; null for none.
		 * @throws Error if the address does not answer Discord's two PINGs with 204 and 401
		 */
		entitlementEvents: (wanted: { delivery?: EventDelivery; url?: string | null }) =>
			call('PUT', '/discord/entitlementEvents', wanted),
		/** Resets faults, limits, counters, messages and products to their initial state. */
		reset: () => call('POST', '/reset'),
		webhooks: () => call<WebhookWithUrl[]>('GET', '/discord/webhooks'),
		/**
		 * Creates webhooks in one channel or each in its own channel. Without `guildId` they are in no visible guild.
		 * @param wanted.applicationId the application that creates them; unset for webhooks created by a person
		 */
		createWebhooks: (wanted: {
			count: number;
			channelId?: string;
			guildId?: string;
			ownChannels?: boolean;
			applicationId?: string;
		}) => call<WebhookWithUrl[]>('POST', '/discord/webhooks', wanted),
		deleteWebhook: (id: string) => call('DELETE', `/discord/webhooks/${id}`),
		/** Replaces a webhook's token. Discord then rejects the old one. */
		rotateToken: (id: string) => call<WebhookWithUrl>('POST', `/discord/webhooks/${id}/rotate`),
		/**
		 * `webhookId` may also be a kind of call: `users` (calls about the signed-in user), `bot` (calls with the bot's
		 * token), `interactions` or `oauth` (tokens), each optionally with a method (`bot POST`). `POST` and `PATCH`
		 * affect messages or edits only, `PATCH {id}` those of a webhook, `entitlements` the list of what was bought, `read` and `read {id}` reading webhooks with their token.
		 */
		failDiscord: (plan: { webhookId?: string; times: number | 'forever'; fault: DiscordFault }) =>
			call('POST', '/discord/faults', plan),
		/** Removes the planned faults. What they delay is answered at once. */
		healDiscord: () => call('DELETE', '/discord/faults'),
		setLimits: (limits: Partial<DiscordLimits>) => call<DiscordLimits>('PUT', '/discord/limits', limits),
		stats: () => call<DiscordStats>('GET', '/discord/stats'),
		/** Oldest first. */
		messages: (filter: MessageFilter = {}) =>
			call<SandboxMessage[]>('GET', `/discord/messages?${new URLSearchParams({ ...filter })}`),
		/** Deletes a message as a person in the channel would. */
		deleteMessage: (id: string) => call('DELETE', `/discord/messages/${id}`),
		/** Waits for a number of messages. @throws Error with the number of messages that arrived before the timeout */
		async waitForMessages({ count, ...filter }: MessageFilter & { count: number }, timeoutMs = 30_000) {
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
		/** Adds copies of recorded products under new SKUs. */
		addProducts: (wanted: { count: number; regions: readonly string[]; prefix?: string }) =>
			call<string[]>('POST', '/retail/nike/more', wanted),
		...shopControl(call),
		/** The posts of the sandbox's X. */
		xPosts: () => call<{ posts: { id: string; text: string; at: number }[]; requests: number }>('GET', '/x/posts'),
		failX: (plan: { times: number | 'forever'; fault: XFault }) => call('POST', '/x/faults', plan),
		catalogue: () =>
			call<{ sku: string; region: string; status: string; title: string }[]>('GET', '/retail/nike/products'),
	};
	return control;
}

export type Control = ReturnType<typeof createControl>;
