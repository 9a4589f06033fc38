import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { DefaultRestOptions, REST, RESTEvents } from '@discordjs/rest';
import {
	BOT_PERMISSION_NAMES,
	BOT_PERMISSIONS,
	BOT_WEBHOOK_NAME,
	type DiscordChannel,
	MAX_CHANNEL_WEBHOOKS,
} from '@dropwire/contract';
import {
	ChannelType,
	type RESTGetAPIChannelWebhooksResult,
	type RESTGetAPIGuildChannelsResult,
	type RESTGetAPIGuildMemberResult,
	type RESTGetAPIGuildResult,
	type RESTGetAPIWebhookResult,
	type RESTGetCurrentApplicationResult,
	type RESTPostAPIChannelWebhookResult,
	Routes,
} from 'discord-api-types/v10';
import { DISCORD_USER_AGENT, EVENT_PERMISSIONS, THREAD_PERMISSIONS } from '@dropwire/domain';
import { isInvalid } from '@dropwire/engine';
import type { Logger } from 'pino';
import { z } from 'zod';
import { CallError, unreadable } from '../http/errors.ts';
import { createMemo } from '../http/memo.ts';
import type { ServerSettings } from '../settings.ts';
import { asCallError, isAnswer, LIST, withFields } from './answers.ts';
import { inDiscordOrder } from './channelOrder.ts';
import type { InvalidRequests } from './invalidRequests.ts';
import { missingPermissions } from './permissions.ts';

/** A server as the bot sees it. */
export interface BotView {
	present: boolean;
	/** What the bot lacks to keep scheduled events in the server. */
	missingForEvents: readonly string[];
	channels: readonly (DiscordChannel & {
		/** What the bot lacks to give members private threads there. */
		missingForThreads: readonly string[];
	})[];
}

/** The bot's webhook in a channel. Anyone with its URL can post. */
export interface BotWebhook {
	id: string;
	url: string;
	name: string;
	applicationId: string;
	/** Whether this call created it. */
	created: boolean;
}

/** What is used of an entitlement (Discord's documentation, "Entitlement Resource"). */
const EntitlementPage = z.array(
	z.object({
		id: z.string().regex(/^\d{1,20}$/),
		sku_id: z.string(),
		user_id: z.string().nullish(),
		guild_id: z.string().nullish(),
		deleted: z.boolean(),
		starts_at: z.iso.datetime({ offset: true }).nullish(),
		ends_at: z.iso.datetime({ offset: true }).nullish(),
	}),
);
export type Entitlement = z.output<typeof EntitlementPage>[number];
/** Discord's limit for a page. */
export const ENTITLEMENTS_PAGE = 100;

/** Discord with the bot's token. All calls throw CallError 429 or 502 when Discord does not allow or answer them. */
export interface DiscordBot {
	/** The channels of a server in which the bot can create webhooks, in Discord's order; cached for a few seconds. */
	view(guildId: string): Promise<BotView>;
	/**
	 * The bot's webhook in a channel, created if it has none there. One that Discord lists but does not accept is replaced.
	 * @param where.rejected the ids of webhooks that Discord has rejected
	 * @throws CallError 400 naming `field` if Discord rejects it: a permission is missing, or the channel has no space
	 */
	webhookIn(
		channel: Pick<DiscordChannel, 'id' | 'name'>,
		where: { guildId: string; field: string; reason: string; rejected: ReadonlySet<string> },
	): Promise<BotWebhook>;
	/**
	 * Deletes a webhook of the bot's application in this server. Resolves also when Discord no longer has it, or does not
	 * let the bot delete it.
	 * @returns whether this call deleted it
	 */
	deleteOwnWebhook(id: string, guildId: string): Promise<boolean>;
	/**
	 * Whether a person is in a server and can manage it: as its owner, or with ADMINISTRATOR or
	 * MANAGE_GUILD. Null for a server that the bot is not in, of which it cannot know.
	 */
	manages(guildId: string, userId: string): Promise<boolean | null>;
	/**
	 * A page of what people and servers bought in the application's store, by id, also what has ended.
	 * @param after the last id of the page before; null for the first page
	 */
	entitlements(applicationId: string, after: string | null): Promise<Entitlement[]>;
	/** Whether a person is in a server that the bot is in. */
	isMember(guildId: string, userId: string): Promise<boolean>;
	close(): void;
}

/** How long the channels of a server are cached: the page asks every few seconds while the bot is missing. */
const TTL_MS = 3000;
const MAX_GUILDS = 1000;
const TIMEOUT_MS = 8000;
/** Discord's error codes for a server or channel that the bot cannot see. */
const UNKNOWN_CHANNEL = 10_003;
const NO_ACCESS: readonly unknown[] = [UNKNOWN_CHANNEL, 10_004, 50_001];
const UNKNOWN_WEBHOOK = 10_015;
const UNKNOWN_MEMBER = 10_007;
const UNKNOWN_USER = 10_013;
const MISSING_PERMISSIONS = 50_013;
const TOO_MANY_WEBHOOKS = 30_007;
const TOO_MANY_IN_SERVER = 30_058;
const INVALID_TOKEN = 50_027;
/** What makes a person a manager of a server (Discord's documentation, "Permissions"). */
const MANAGE = { ManageGuild: 1n << 5n };

const KINDS: Partial<Record<ChannelType, DiscordChannel['kind']>> = {
	[ChannelType.GuildText]: 'text',
	[ChannelType.GuildAnnouncement]: 'announcement',
	[ChannelType.GuildForum]: 'forum',
	// Like a forum, also for webhooks (Discord's documentation, "Execute Webhook").
	[ChannelType.GuildMedia]: 'forum',
};

/** @returns null without the bot's token */
export function createDiscordBot(
	{ DISCORD_URL: discordUrl, DISCORD_BOT_TOKEN: token }: Pick<ServerSettings, 'DISCORD_URL' | 'DISCORD_BOT_TOKEN'>,
	invalidRequests: InvalidRequests,
	log: Logger,
): DiscordBot | null {
	if (!token) return null;
	const rest = new REST({
		api: `${discordUrl}/api`,
		timeout: TIMEOUT_MS,
		retries: 0,
		// A person waits for the answer.
		rejectOnRateLimit: () => true,
		makeRequest: (url, init) =>
			DefaultRestOptions.makeRequest(url, {
				...init,
				headers: { ...(init.headers as Record<string, string>), 'User-Agent': DISCORD_USER_AGENT },
			}),
	}).setToken(token);
	rest.on(RESTEvents.Response, (_, { status, headers }) => {
		if (isInvalid(status, (name) => headers.get(name) ?? undefined)) invalidRequests.add();
	});
	const cache = createMemo<BotView>({ ttl: TTL_MS, max: MAX_GUILDS });
	let application: Promise<RESTGetCurrentApplicationResult> | undefined;

	function self(): Promise<RESTGetCurrentApplicationResult> {
		application ??= get<RESTGetCurrentApplicationResult>(Routes.currentApplication(), 'id').catch((error: unknown) => {
			application = undefined;
			throw error;
		});
		return application;
	}
	/** @throws UnreadableError for an answer without these fields */
	async function get<T>(route: `/${string}`, ...fields: string[]): Promise<T> {
		invalidRequests.mustBeFew();
		return withFields(await rest.get(route), fields) as T;
	}
	async function read(guildId: string): Promise<BotView> {
		const { id, bot } = await self();
		const channels = await get<RESTGetAPIGuildChannelsResult>(Routes.guildChannels(guildId), LIST);
		const [guild, member] = await Promise.all([
			get<RESTGetAPIGuildResult>(Routes.guild(guildId), 'id', 'owner_id', 'roles'),
			get<RESTGetAPIGuildMemberResult>(Routes.guildMember(guildId, bot?.id ?? id), 'roles'),
		]);
		return {
			present: true,
			missingForEvents: missingPermissions(EVENT_PERMISSIONS, { guild, member, overwrites: [] }),
			channels: inDiscordOrder(channels).flatMap(({ channel, category }) => {
				const kind = KINDS[channel.type];
				if (!kind || !('permission_overwrites' in channel)) return [];
				const given = { guild, member, overwrites: channel.permission_overwrites ?? [] };
				const missing = missingPermissions(BOT_PERMISSIONS, given);
				const missingForThreads = missingPermissions(THREAD_PERMISSIONS, given);
				return [{ id: channel.id, name: channel.name, kind, category, missing, missingForThreads }];
			}),
		};
	}

	/** Whether Discord accepts the webhook's token. Another failure proves nothing. */
	async function isAccepted({ id, token: secret }: RESTPostAPIChannelWebhookResult): Promise<boolean> {
		invalidRequests.mustBeFew();
		try {
			await rest.get(Routes.webhook(id, secret ?? ''), { auth: false });
			return true;
		} catch (error) {
			return !isAnswer(error, UNKNOWN_WEBHOOK, INVALID_TOKEN);
		}
	}
	async function deleteWebhook(id: string): Promise<void> {
		await rest.delete(Routes.webhook(id), { reason: 'No link uses it' }).catch((error: unknown) => {
			log.warn({ err: error, webhookId: id }, 'could not delete a webhook');
		});
	}

	return {
		view: (guildId) =>
			cache.get(guildId, () =>
				read(guildId).catch((error: unknown) => {
					if (isAnswer(error, ...NO_ACCESS)) return { present: false, missingForEvents: [], channels: [] };
					throw asCallError(error, log);
				}),
			),
		async webhookIn({ id: channelId, name: channelName }, { guildId, field, reason, rejected }) {
			try {
				const { id: applicationId } = await self();
				const webhooks = await get<RESTGetAPIChannelWebhooksResult>(Routes.channelWebhooks(channelId), LIST);
				const made = webhooks.filter(
					(webhook) => webhook.application_id === applicationId && webhook.guild_id === guildId && webhook.token,
				);
				let ours: (typeof made)[number] | undefined;
				let count = webhooks.length;
				for (const webhook of made) {
					if (ours) break;
					if (!rejected.has(webhook.id) && (await isAccepted(webhook))) ours = webhook;
					else {
						await deleteWebhook(webhook.id);
						count--;
					}
				}
				if (!ours && count >= MAX_CHANNEL_WEBHOOKS) throw tooMany(field, channelName);
				const {
					id,
					token: secret,
					name,
				} = ours ??
				(withFields(
					await rest.post(Routes.channelWebhooks(channelId), {
						body: { name: BOT_WEBHOOK_NAME, avatar: avatar() },
						reason,
					}),
					['id', 'token'],
				) as RESTPostAPIChannelWebhookResult);
				const url = `${discordUrl}/api/webhooks/${id}/${secret ?? ''}`;
				return { id, url, name: name ?? BOT_WEBHOOK_NAME, applicationId, created: !ours };
			} catch (error) {
				if (isAnswer(error, TOO_MANY_WEBHOOKS)) throw tooMany(field, channelName);
				if (isAnswer(error, TOO_MANY_IN_SERVER))
					throw new CallError('invalid_input', SERVER_FULL, { [field]: SERVER_FULL });
				if (isAnswer(error, MISSING_PERMISSIONS, ...NO_ACCESS)) {
					// The channels have changed since they were read.
					cache.forget(({ channels }) => channels.some(({ id }) => id === channelId));
					const text = isAnswer(error, UNKNOWN_CHANNEL)
						? `#${channelName} was deleted in Discord. Choose another channel.`
						: howToGrant(channelName, BOT_PERMISSION_NAMES);
					throw new CallError('invalid_input', text, { [field]: text });
				}
				throw asCallError(error, log);
			}
		},
		async isMember(guildId, userId) {
			try {
				await get<RESTGetAPIGuildMemberResult>(Routes.guildMember(guildId, userId), 'roles');
				return true;
			} catch (error) {
				if (isAnswer(error, UNKNOWN_MEMBER, UNKNOWN_USER, ...NO_ACCESS)) return false;
				throw asCallError(error, log);
			}
		},
		async manages(guildId, userId) {
			try {
				const [guild, member] = await Promise.all([
					get<RESTGetAPIGuildResult>(Routes.guild(guildId), 'id', 'owner_id', 'roles'),
					get<RESTGetAPIGuildMemberResult>(Routes.guildMember(guildId, userId), 'roles'),
				]);
				return missingPermissions(MANAGE, { guild, member, overwrites: [] }).length === 0;
			} catch (error) {
				if (isAnswer(error, UNKNOWN_MEMBER, UNKNOWN_USER)) return false;
				if (isAnswer(error, ...NO_ACCESS)) return null;
				throw asCallError(error, log);
			}
		},
		async entitlements(applicationId, after) {
			const query = new URLSearchParams({ limit: String(ENTITLEMENTS_PAGE), after: after ?? '0' });
			try {
				invalidRequests.mustBeFew();
				return EntitlementPage.parse(await rest.get(Routes.entitlements(applicationId), { query }));
			} catch (error) {
				if (error instanceof z.ZodError) throw unreadable('the list of entitlements');
				throw asCallError(error, log);
			}
		},
		async deleteOwnWebhook(id, guildId) {
			try {
				const { id: applicationId } = await self();
				const webhook = await get<RESTGetAPIWebhookResult>(Routes.webhook(id), 'id');
				if (webhook.application_id !== applicationId || webhook.guild_id !== guildId) return false;
				await rest.delete(Routes.webhook(id), { reason: 'No link uses it' });
				return true;
			} catch (error) {
				if (isAnswer(error, UNKNOWN_WEBHOOK, MISSING_PERMISSIONS, ...NO_ACCESS)) return false;
				throw asCallError(error, log);
			}
		},
		close() {
			rest.clearHandlerSweeper();
			rest.clearHashSweeper();
		},
	};
}

/** Explains how to grant the permissions that the bot lacks in a channel. */
export function howToGrant(channelName: string, missing: readonly string[]): string {
	const names = missing.join(' and ');
	return `The bot needs ${names} in #${channelName}. In Discord open the settings of #${channelName}, then Permissions, add the role Dropwire and allow ${names}.`;
}

const SERVER_FULL =
	'This server has 1,000 webhooks, the most that Discord allows. Delete some in Discord, in the server settings under Integrations, and try again.';

function tooMany(field: string, channelName: string): CallError {
	const text = `#${channelName} has ${MAX_CHANNEL_WEBHOOKS} webhooks, the most that Discord allows. Delete one in Discord, in the channel's settings under Integrations, and try again.`;
	return new CallError('invalid_input', text, { [field]: text });
}

let avatarUrl: string | undefined;

function avatar(): string {
	const file = () => readFileSync(createRequire(import.meta.url).resolve('@dropwire/domain/avatar.png'));
	avatarUrl ??= `data:image/png;base64,${file().toString('base64')}`;
	return avatarUrl;
}
