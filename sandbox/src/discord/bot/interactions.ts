import { randomBytes } from 'node:crypto';
import { SANDBOX_APP, SANDBOX_USERS, type SandboxUser, type SandboxUserName } from '../../seeds.ts';
import { botPermissions, type GuildState, userPermissions } from '../guilds.ts';
import { channelPayload, memberPayload } from '../payloads.ts';
import { has } from '../permissions.ts';
import type { DiscordWorld, SandboxChannel } from '../world.ts';
import { type RegisteredCommand } from './commands.ts';

/** A message that only the user of the interaction sees, or that everyone does. */
export interface InteractionMessage {
	id: string;
	content: string;
	embeds: unknown[];
	components: unknown[];
	ephemeral: boolean;
}

/** What became of an interaction, as its user sees it. */
export interface Interaction {
	id: string;
	token: string;
	kind: 'command' | 'autocomplete' | 'button';
	user: SandboxUserName;
	guildId: string;
	channelId: string;
	at: number;
	/** How long the acknowledgement took, ms; null while there is none. */
	acknowledgedMs: number | null;
	/** `waiting` for an acknowledgement, `thinking` after a deferred one, `answered`, or `failed`: none in time. */
	state: 'waiting' | 'thinking' | 'answered' | 'failed';
	/** Of an autocomplete. */
	choices: { name: string; value: string }[] | null;
	message: InteractionMessage | null;
	followUps: InteractionMessage[];
}

/** How long Discord waits for an acknowledgement (its documentation, "Responding to an Interaction"). */
export const ACKNOWLEDGE_WITHIN_MS = 3000;
/** For how long an interaction's token may be used after that. */
export const TOKEN_LASTS_MS = 15 * 60_000;
const MOST_KEPT = 2000;

export interface CommandRun {
	as: SandboxUserName;
	guildId: string;
	channelId: string;
	name: string;
	/** Texts, or ids of channels. */
	options?: Record<string, string>;
	/** Asks for suggestions for this option instead. */
	focused?: string;
}

/** Gives commands and clicks as Discord's users do, and keeps what the bot answers. */
export class Interactions {
	readonly #world: DiscordWorld;
	readonly #all = new Map<string, Interaction>();
	commands: RegisteredCommand[] = [];
	/** How often the commands were replaced. */
	registrations = 0;

	constructor(world: DiscordWorld) {
		this.#world = world;
	}

	byId(id: string): Interaction | undefined {
		return this.#all.get(id);
	}

	byToken(token: string): Interaction | undefined {
		return [...this.#all.values()].find((interaction) => interaction.token === token);
	}

	/** @throws Error in the words of Discord's client when the user may not, or the command is not so */
	run({ as, guildId, channelId, name, options = {}, focused }: CommandRun): Interaction {
		const command = this.commands.find((known) => known.name === name);
		if (!command) throw new Error(`There is no command /${name}`);
		const { guild, channel, user, permissions } = this.#place(as, guildId, channelId);
		const needed = command.default_member_permissions;
		if (needed !== null && !has(permissions, BigInt(needed))) {
			throw new Error(`${as} may not use /${name} here`);
		}
		const resolved: Record<string, unknown> = {};
		const given = (command.options ?? []).flatMap((option) => {
			const value = options[option.name];
			const isFocused = option.name === focused;
			if (value === undefined && !isFocused) {
				if (option.required && focused === undefined) throw new Error(`/${name}: ${option.name} is required`);
				return [];
			}
			if (option.type === 7 && value !== undefined) {
				const chosen = this.#world.channels.get(value);
				if (chosen?.guildId !== guildId) throw new Error(`/${name}: there is no such channel in this server`);
				resolved[value] = { ...channelPayload(chosen, guild), permissions: String(permissions) };
			}
			return [{ type: option.type, name: option.name, value: value ?? '', ...(isFocused && { focused: true }) }];
		});
		for (const option of Object.keys(options)) {
			if (!command.options?.some((known) => known.name === option)) throw new Error(`/${name} has no option ${option}`);
		}
		const interaction = this.#begin(focused === undefined ? 'command' : 'autocomplete', as, guildId, channelId);
		this.#tell(interaction, { guild, channel, user, permissions }, focused === undefined ? 2 : 4, {
			data: {
				id: command.id,
				name,
				type: 1,
				options: given,
				...(Object.keys(resolved).length > 0 && { resolved: { channels: resolved } }),
			},
		});
		return interaction;
	}

	/** Clicks a button of an answer. @throws Error when it is not there, or not for this user to see */
	click({
		interactionId,
		customId,
		as,
	}: {
		interactionId: string;
		customId: string;
		as?: SandboxUserName;
	}): Interaction {
		const source = this.#all.get(interactionId);
		const message = source?.message;
		if (!source || !message) throw new Error('There is no such message');
		const who = as ?? source.user;
		if (message.ephemeral && who !== source.user) throw new Error(`${who} does not see this message`);
		const buttons = (message.components as { components: { custom_id?: string; disabled?: boolean }[] }[]).flatMap(
			(row) => row.components,
		);
		const button = buttons.find((known) => known.custom_id === customId);
		if (!button || button.disabled) throw new Error('There is no such button');
		const place = this.#place(who, source.guildId, source.channelId);
		const interaction = this.#begin('button', who, source.guildId, source.channelId);
		interaction.message = message;
		this.#tell(interaction, place, 3, {
			data: { custom_id: customId, component_type: 2 },
			message: messagePayload(message, source.channelId),
		});
		return interaction;
	}

	#place(as: SandboxUserName, guildId: string, channelId: string) {
		const guild = this.#world.guilds.get(guildId);
		const channel = this.#world.channels.get(channelId);
		const user = SANDBOX_USERS[as] as SandboxUser | undefined;
		if (!guild || !user) throw new Error('There is no such server or user');
		if (channel?.guildId !== guildId) throw new Error('There is no such channel in this server');
		if (!guild.bot.present) throw new Error('The bot is not in this server');
		const permissions = userPermissions(guild, user.id);
		if (permissions === null) throw new Error(`${as} is not in this server`);
		return { guild, channel, user, permissions };
	}

	#begin(kind: Interaction['kind'], user: SandboxUserName, guildId: string, channelId: string): Interaction {
		const interaction: Interaction = {
			id: this.#world.snowflake(),
			token: randomBytes(24).toString('base64url'),
			kind,
			user,
			guildId,
			channelId,
			at: Date.now(),
			acknowledgedMs: null,
			state: 'waiting',
			choices: null,
			message: null,
			followUps: [],
		};
		this.#all.set(interaction.id, interaction);
		const [oldest] = this.#all.keys();
		if (this.#all.size > MOST_KEPT && oldest) this.#all.delete(oldest);
		setTimeout(() => {
			if (interaction.state === 'waiting') interaction.state = 'failed';
		}, ACKNOWLEDGE_WITHIN_MS).unref();
		return interaction;
	}

	#tell(
		{ id, token, guildId, channelId }: Interaction,
		place: { guild: GuildState; channel: SandboxChannel; user: SandboxUser; permissions: bigint },
		type: number,
		rest: object,
	): void {
		this.#world.news.emit('news', guildId, 'INTERACTION_CREATE', {
			id,
			token,
			type,
			version: 1,
			application_id: SANDBOX_APP.clientId,
			guild_id: guildId,
			guild: { id: guildId, locale: 'en-US', features: [] },
			channel_id: channelId,
			channel: channelPayload(place.channel, place.guild),
			member: memberPayload(place.user, place.permissions),
			app_permissions: String(botPermissions(place.guild, channelId)),
			locale: 'en-US',
			guild_locale: 'en-US',
			entitlements: [],
			authorizing_integration_owners: { 0: guildId },
			context: 0,
			attachment_size_limit: 10_485_760,
			...rest,
		});
	}
}

const EPHEMERAL = 64;

/** A message as REST and gateway tell it. */
export function messagePayload(message: InteractionMessage, channelId: string) {
	return {
		id: message.id,
		type: 20,
		channel_id: channelId,
		application_id: SANDBOX_APP.clientId,
		webhook_id: SANDBOX_APP.clientId,
		author: { id: SANDBOX_APP.clientId, username: 'Dropwire', discriminator: '0000', avatar: null, bot: true },
		content: message.content,
		embeds: message.embeds,
		components: message.components,
		attachments: [],
		mentions: [],
		mention_roles: [],
		mention_everyone: false,
		pinned: false,
		tts: false,
		flags: message.ephemeral ? EPHEMERAL : 0,
		timestamp: new Date().toISOString(),
		edited_timestamp: null,
	};
}
