import { EventEmitter } from 'node:events';
import { SANDBOX_CHANNELS } from '../seeds.ts';
import { type GuildState, newGuild, seededGuilds } from './guilds.ts';
import { Bucket, type DiscordLimits, REAL_LIMITS } from './limits.ts';

export interface SandboxWebhook {
	id: string;
	token: string;
	channelId: string;
	name: string;
	/** The application that made it; unset for one that a person made. */
	applicationId?: string;
	/** A data URL. */
	avatar?: string;
}

export interface SandboxChannel {
	id: string;
	/** Null: in no guild that anybody sees. */
	guildId: string | null;
	name: string;
}

export interface SandboxMessage {
	id: string;
	webhookId: string;
	channelId: string;
	at: number;
	body: unknown;
}

/** What can be made to go wrong with the next requests to a webhook. */
export type DiscordFault =
	| { status: number; body?: unknown }
	| { hang: true }
	/** The connection is reset before the message is stored. */
	| { drop: true }
	/** The message is stored, then the connection is reset. */
	| { dropAfter: true }
	| { delayMs: number }
	| { limited: { retryAfter: number; scope: 'user' | 'shared' | 'global' } }
	| { cloudflare: true };

export interface FaultPlan {
	webhookId: string | null;
	left: number;
	fault: DiscordFault;
}

export interface DiscordStats {
	requests: number;
	stored: number;
	answered: Record<string, number>;
	/** Requests that came although an earlier answer had said to wait. */
	limitBroken: number;
	invalid: number;
}

const MOST_MESSAGES = 50_000;
/** Discord's epoch, from which its ids count (its documentation, "Snowflakes"). */
const DISCORD_EPOCH = 1_420_070_400_000n;

/** The sandbox's Discord as it stands: webhooks, messages, limits, faults. */
export class DiscordWorld {
	readonly webhooks = new Map<string, SandboxWebhook>();
	readonly channels = new Map<string, SandboxChannel>();
	readonly guilds = new Map<string, GuildState>();
	/** What gateways tell: `(guildId, event, data)`. */
	readonly news = new EventEmitter<{ news: [guildId: string, event: string, data: unknown] }>();
	messages: SandboxMessage[] = [];
	faults: FaultPlan[] = [];
	limits: DiscordLimits;
	readonly changes = new EventEmitter();
	webhookBuckets = new Map<string, Bucket>();
	channelBuckets = new Map<string, Bucket>();
	globalBucket = new Bucket();
	invalidBucket = new Bucket();
	/** Until when an answer has told to wait, by webhook or `global`. */
	told = new Map<string, number>();
	stats: DiscordStats = { requests: 0, stored: 0, answered: {}, limitBroken: 0, invalid: 0 };
	readonly #startLimits: DiscordLimits;
	#serial = 0n;

	constructor(limits: Partial<DiscordLimits> = {}) {
		this.#startLimits = { ...REAL_LIMITS, ...limits };
		this.limits = this.#startLimits;
		this.seed();
	}

	/** Faults, limits, figures and messages back to the start; webhooks that were made stay. */
	reset(): void {
		this.messages = [];
		this.faults = [];
		this.limits = this.#startLimits;
		this.webhookBuckets.clear();
		this.channelBuckets.clear();
		this.globalBucket = new Bucket();
		this.invalidBucket = new Bucket();
		this.told.clear();
		this.stats = { requests: 0, stored: 0, answered: {}, limitBroken: 0, invalid: 0 };
		this.seed();
		this.changes.emit('change');
	}

	/** Seeded guilds, channels and webhooks as they were at the first start. */
	seed(): void {
		for (const guild of seededGuilds()) this.guilds.set(guild.id, guild);
		for (const { id, guildId, name, webhook } of SANDBOX_CHANNELS) {
			this.channels.set(id, { id, guildId, name });
			this.webhooks.set(webhook.id, { ...webhook, channelId: id, name: 'Dropwire' });
		}
	}

	/** An id as Discord makes them: time and a serial number. */
	snowflake(): string {
		this.#serial++;
		return String(((BigInt(Date.now()) - DISCORD_EPOCH) << 22n) | (this.#serial & 0x3fffffn));
	}

	createWebhook(
		channelId: string,
		name = 'Dropwire',
		by: Pick<SandboxWebhook, 'applicationId' | 'avatar'> = {},
	): SandboxWebhook {
		const id = this.snowflake();
		const webhook = { id, token: `token-${id}-${Math.random().toString(36).slice(2, 12)}`, channelId, name, ...by };
		this.webhooks.set(id, webhook);
		this.#tellWebhooks(channelId);
		return webhook;
	}

	/** @returns false when there is none */
	deleteWebhook(id: string): boolean {
		const webhook = this.webhooks.get(id);
		if (!webhook) return false;
		this.webhooks.delete(id);
		this.changes.emit('change');
		this.#tellWebhooks(webhook.channelId);
		return true;
	}

	webhooksIn(channelId: string): SandboxWebhook[] {
		return [...this.webhooks.values()].filter((webhook) => webhook.channelId === channelId);
	}

	createChannel(name: string, guildId: string | null = null, id: string = this.snowflake()): string {
		this.channels.set(id, { id, guildId, name });
		return id;
	}

	/** Deletes a channel with its webhooks. @returns null when there is none */
	deleteChannel(id: string): SandboxChannel | null {
		const channel = this.channels.get(id);
		if (!channel) return null;
		this.channels.delete(id);
		for (const webhook of this.webhooksIn(id)) this.webhooks.delete(webhook.id);
		this.changes.emit('change');
		return channel;
	}

	channelsOf(guildId: string): SandboxChannel[] {
		return [...this.channels.values()].filter((channel) => channel.guildId === guildId);
	}

	/** Guilds that nobody looks at, as a busy bot is in thousands: old ones, whose first channel has the guild's id. */
	createGuild(name: string, ownerId: string, size: { channels: number; roles: number }): GuildState {
		const guild = newGuild(this.snowflake(), name, ownerId, size.roles);
		this.guilds.set(guild.id, guild);
		for (let n = 0; n < size.channels; n++)
			this.createChannel(`channel-${n}`, guild.id, n === 0 ? guild.id : undefined);
		return guild;
	}

	#tellWebhooks(channelId: string): void {
		const guildId = this.channels.get(channelId)?.guildId;
		if (guildId) this.news.emit('news', guildId, 'WEBHOOKS_UPDATE', { guild_id: guildId, channel_id: channelId });
	}

	store(webhook: SandboxWebhook, body: unknown): SandboxMessage {
		const message = { id: this.snowflake(), webhookId: webhook.id, channelId: webhook.channelId, at: Date.now(), body };
		this.messages.push(message);
		if (this.messages.length > MOST_MESSAGES) this.messages.splice(0, MOST_MESSAGES / 10);
		this.stats.stored++;
		this.changes.emit('message', message);
		return message;
	}

	/** The fault planned for the next request to this webhook, used up by asking. */
	takeFault(webhookId: string): DiscordFault | null {
		if (this.faults.length === 0) return null;
		const plan = this.faults.find((fault) => fault.webhookId === null || fault.webhookId === webhookId);
		if (!plan) return null;
		if (--plan.left <= 0) this.faults = this.faults.filter((fault) => fault !== plan);
		return plan.fault;
	}
}
