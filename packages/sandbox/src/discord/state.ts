import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { SANDBOX_CHANNELS, SANDBOX_USERS, type SandboxUser } from '../seeds.ts';
import type { Rejection } from './errors.ts';
import type { DiscordFault, FaultPlan } from './faults.ts';
import { type GuildState, newGuild, seededGuilds } from './guilds.ts';
import { type Bucket, type DiscordLimits, REAL_LIMITS } from './limits.ts';

export interface SandboxWebhook {
	id: string;
	token: string;
	channelId: string;
	name: string;
	/** The application that created it; unset for a webhook created by a person. */
	applicationId?: string;
	/** The image as a data URL. */
	avatar?: string;
}

/** A thread of a channel, or a post of a forum. */
interface ThreadState {
	parentId: string;
	locked: boolean;
	archived: boolean;
	/** The people in a private thread; unset for a public one. */
	members?: Set<string>;
}

export interface SandboxChannel {
	id: string;
	/** Null for a channel outside all visible guilds. */
	guildId: string | null;
	name: string;
	/** As Discord's documentation has them; by default 0, a text channel. */
	type?: number;
	/** Its place among the server's channels; by default 0. */
	position?: number;
	/** The category that it is in. */
	categoryId?: string;
	thread?: ThreadState;
	/** The person with whom the bot has this channel of direct messages. */
	recipientId?: string;
	/** The tags of a forum, and whether each post must have one. */
	forum?: ForumState | undefined;
}

export interface ForumState {
	tags: { id: string; name: string }[];
	requiresTag: boolean;
}

/** A scheduled event of a guild, outside Discord, with the fields of the API. */
export interface ScheduledEvent {
	id: string;
	guildId: string;
	/** The user who made it; the bot's own id for those of the bot. */
	creatorId: string;
	name: string;
	description?: string;
	scheduled_start_time: string;
	scheduled_end_time: string;
	privacy_level: number;
	entity_type: number;
	entity_metadata: { location: string };
	/** As it was last set: an event begins and ends by the clock. */
	status: number;
}

export interface SandboxMessage {
	id: string;
	webhookId: string;
	channelId: string;
	/** The IP address that sent it. */
	from: string;
	at: number;
	/** When the sender received the success response; null until then. */
	answeredAt: number | null;
	/** As it is now. */
	body: unknown;
	/** When it was last edited; null for never. */
	editedAt: number | null;
	/** How often it was edited. */
	edits: number;
}

/** Checks the body of a request. @returns what is wrong with it, each with the path of the field */
export type RequestCheck = (method: string, path: string, body: unknown) => string[];

export interface DiscordStats {
	requests: number;
	stored: number;
	answered: Record<string, number>;
	/** Number of requests that read a webhook with its token. */
	reads: number;
	/** Requests sent before the wait required by an earlier response was over. */
	limitBroken: number;
	invalid: number;
}

/** What a linked role can ask for (Discord's documentation, "Application Role Connection Metadata"). */
export interface RoleMetadata {
	/** 1 to 50 of `a-z`, `0-9` and `_`. */
	key: string;
	/** At most 100 characters. */
	name: string;
	/** At most 200 characters. */
	description: string;
	/** 1 to 8; 2: a whole number or more, 7: yes or no. */
	type: number;
}

/** What the application says of a person. */
export interface RoleConnection {
	platform_name: string | null;
	platform_username: string | null;
	/** Numbers as text, by the key of their metadata. */
	metadata: Record<string, string>;
}

const MAX_MESSAGES = 50_000;
const MAX_FILES = 200;
/** Discord's code for a body with invalid fields. */
const INVALID_FORM = 50_035;
/** Discord's epoch, the start time of its ids (Discord's documentation, "Snowflakes"). */
const DISCORD_EPOCH = 1_420_070_400_000n;

/** The current state of the sandbox's Discord: webhooks, messages, limits, faults. */
export class DiscordState {
	readonly webhooks = new Map<string, SandboxWebhook>();
	readonly channels = new Map<string, SandboxChannel>();
	readonly guilds = new Map<string, GuildState>();
	readonly scheduledEvents = new Map<string, ScheduledEvent>();
	/** People by their ids. */
	readonly people = new Map<string, SandboxUser>(Object.values(SANDBOX_USERS).map((user) => [user.id, user]));
	/** The ids of people who accept no direct messages, with Discord's code for it. */
	readonly closedTo = new Map<string, 50_007 | 50_278>();
	/** When the application opened direct messages with new people. */
	opened: number[] = [];
	/** Whether Discord rejects further ones, because it opened too many. */
	isQuarantined = false;
	/** Whether it rejects messages to known people then, too. */
	isSilenced = false;
	/** What linked roles can ask for, as the application has registered it. */
	roleMetadata: RoleMetadata[] = [];
	/** What the application says of people for linked roles, by their ids. */
	readonly roleConnections = new Map<string, RoleConnection>();
	/** Languages of people other than English, by their ids. */
	readonly locales = new Map<string, string>();
	/** The events that gateways send: `(guildId, event, data)`. */
	readonly news = new EventEmitter<{ news: [guildId: string, event: string, data: unknown] }>();
	/** Files of messages by their path, the latest ones. */
	readonly files = new Map<string, { type: string; bytes: Uint8Array }>();
	/** The sandbox's address, once it listens. */
	origin = '';
	messages: SandboxMessage[] = [];
	faults: FaultPlan[] = [];
	limits: DiscordLimits;
	readonly changes = new EventEmitter();
	/** By the route: a webhook, `edit {webhook}`, `read {webhook}`, or a route of the bot. */
	routeBuckets = new Map<string, Bucket>();
	channelBuckets = new Map<string, Bucket>();
	/** By the sender's address. */
	globalBuckets = new Map<string, Bucket>();
	invalidBuckets = new Map<string, Bucket>();
	/** When the wait required by a response ends, by the bucket of a route or `global {address}`. */
	waits = new Map<string, number>();
	stats: DiscordStats = noStats();
	/** Discord's limits of active threads and of webhooks in a guild. */
	mostActiveThreads = 1000;
	maxGuildWebhooks = 1000;
	/** What was wrong with requests: with a check only. */
	readonly violations: string[] = [];
	readonly #check: RequestCheck | undefined;
	readonly #startLimits: DiscordLimits;
	#failing = new AbortController();
	#serial = 0n;

	constructor(limits: Partial<DiscordLimits> = {}, check?: RequestCheck) {
		this.#check = check;
		this.#startLimits = { ...REAL_LIMITS, ...limits };
		this.limits = this.#startLimits;
		this.seed();
	}

	/** Resets faults, limits, counters and messages. Created webhooks are kept. */
	reset(): void {
		this.messages = [];
		this.heal();
		this.closedTo.clear();
		this.opened = [];
		this.isQuarantined = false;
		this.isSilenced = false;
		this.scheduledEvents.clear();
		this.limits = this.#startLimits;
		this.routeBuckets.clear();
		this.channelBuckets.clear();
		this.globalBuckets.clear();
		this.invalidBuckets.clear();
		this.waits.clear();
		this.stats = noStats();
		this.seed();
		this.changes.emit('change');
	}

	/** Notes what is wrong with the body of a request: by the check, and by Discord's own validation. */
	checkRequest(method: string, path: string, body: unknown, rejection: Rejection | null = null): void {
		if (!this.#check) return;
		this.violations.push(...this.#check(method, path, body));
		if (rejection?.body.code === INVALID_FORM)
			this.violations.push(`${method} ${path}: ${JSON.stringify(rejection.body)}`);
	}

	/** Restores the seeded guilds, channels and webhooks to their initial state. */
	seed(): void {
		for (const guild of seededGuilds()) this.guilds.set(guild.id, guild);
		for (const { id, guildId, name, webhook } of SANDBOX_CHANNELS) {
			this.channels.set(id, { id, guildId, name });
			this.webhooks.set(webhook.id, { ...webhook, channelId: id, name: 'Dropwire' });
		}
	}

	/** Adds people who are in no guild. @returns their ids */
	addPeople(count: number): string[] {
		return Array.from({ length: count }, () => {
			const id = this.snowflake();
			this.people.set(id, {
				id,
				username: `person${id}`,
				globalName: 'Person',
				discriminator: '0',
				about: 'in no server',
			});
			return id;
		});
	}

	/** Creates an id like Discord's, from the time and a serial number. */
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

	/** @returns false if it does not exist */
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

	/** Keeps a file of a message. @returns its address */
	keepFile(path: string, file: { type: string; bytes: Uint8Array }): string {
		this.files.set(path, file);
		const [oldest] = this.files.keys();
		if (this.files.size > MAX_FILES && oldest) this.files.delete(oldest);
		return `${this.origin}${path}`;
	}

	createChannel(name: string, guildId: string | null = null, id: string = this.snowflake()): string {
		this.channels.set(id, { id, guildId, name });
		return id;
	}

	/** The bot's channel of direct messages with a person; undefined before it was opened. */
	knownDirectChannel(recipientId: string): SandboxChannel | undefined {
		return this.channels.values().find((channel) => channel.recipientId === recipientId);
	}

	/** The same, opened if necessary. */
	directChannel({ id: recipientId, username }: SandboxUser): SandboxChannel {
		const known = this.knownDirectChannel(recipientId);
		if (known) return known;
		const channel = {
			id: this.snowflake(),
			guildId: null,
			name: `direct messages to ${username}`,
			type: 1,
			recipientId,
		};
		this.channels.set(channel.id, channel);
		return channel;
	}

	/** Deletes a channel and its webhooks. @returns null if the channel does not exist */
	deleteChannel(id: string): SandboxChannel | null {
		const channel = this.channels.get(id);
		if (!channel) return null;
		this.channels.delete(id);
		for (const webhook of this.webhooksIn(id)) this.webhooks.delete(webhook.id);
		for (const { id: own, thread } of this.channels.values()) if (thread?.parentId === id) this.channels.delete(own);
		this.changes.emit('change');
		return channel;
	}

	channelsOf(guildId: string): SandboxChannel[] {
		return [...this.channels.values()].filter((channel) => channel.guildId === guildId && !channel.thread);
	}

	/**
	 * Creates an unused guild, to simulate a bot in thousands of guilds. As in old guilds, its first channel has the
	 * guild's id.
	 */
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

	/**
	 * @param webhook the sender; for a message that the bot writes itself, its application's id
	 * @param from the sender's address
	 */
	store({ id: webhookId }: Pick<SandboxWebhook, 'id'>, channelId: string, body: unknown, from: string): SandboxMessage {
		const at = Date.now();
		const unedited = { answeredAt: null, editedAt: null, edits: 0 };
		const message: SandboxMessage = { id: this.snowflake(), webhookId, channelId, from, at, body, ...unedited };
		this.messages.push(message);
		if (this.messages.length > MAX_MESSAGES) this.messages.splice(0, MAX_MESSAGES / 10);
		this.stats.stored++;
		this.changes.emit('message', message);
		return message;
	}

	edit(message: SandboxMessage, body: unknown): void {
		message.body = body;
		message.editedAt = Date.now();
		message.edits++;
		this.changes.emit('message', message);
	}

	/** @returns false if it does not exist */
	deleteMessage(id: string): boolean {
		const index = this.messages.findIndex((message) => message.id === id);
		if (index < 0) return false;
		this.messages.splice(index, 1);
		return true;
	}

	/** Waits for a fault's delay, ms, which `heal` ends. */
	async delay(ms: number): Promise<void> {
		await sleep(ms, undefined, { signal: this.#failing.signal }).catch(() => {});
	}

	/** Removes the planned faults, and ends the delays of those that have begun. */
	heal(): void {
		this.faults = [];
		this.#failing.abort();
		this.#failing = new AbortController();
	}

	/** Returns the fault planned for the next request with one of these names, and counts it as used. */
	takeFault(names: readonly (string | null)[]): DiscordFault | null {
		if (this.faults.length === 0) return null;
		const plan = this.faults.find(({ webhookId }) => names.includes(webhookId));
		if (!plan) return null;
		if (--plan.left <= 0) this.faults = this.faults.filter((fault) => fault !== plan);
		return plan.fault;
	}
}

function noStats(): DiscordStats {
	return { requests: 0, stored: 0, answered: {}, reads: 0, limitBroken: 0, invalid: 0 };
}
