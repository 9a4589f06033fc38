import { randomBytes } from 'node:crypto';
import { SANDBOX_GROUP, SANDBOX_USERS, type SandboxUser, type SandboxUserName } from '../../seeds.ts';
import { rolePayloads, userPermissions } from '../guilds.ts';
import { channelPayload } from '../payloads.ts';
import { has } from '../permissions.ts';
import type { DiscordState, SandboxChannel } from '../state.ts';
import { COMMAND, type RegisteredCommand } from './commands.ts';
import { CONTEXT, INSTALLED, interactionPayload, NO_GUILD, type Place } from './interactionPayload.ts';
import { type InteractionMessage, messagePayload, writtenMessage } from './messagePayload.ts';
import { choose, type Component, filledIn, type Modal } from './components.ts';

/** The state of an interaction, as its user sees it. */
export interface Interaction {
	id: string;
	token: string;
	kind: 'command' | 'autocomplete' | 'component' | 'modal';
	user: SandboxUserName;
	/** Null outside servers. */
	guildId: string | null;
	channelId: string;
	/** The language of the user's client. */
	locale: string;
	at: number;
	/** Time until the acknowledgement, ms; null before it arrives. */
	acknowledgedMs: number | null;
	/**
	 * `waiting` for an acknowledgement, `thinking` after a deferred one, `answered`, or `failed`: not acknowledged in
	 * time.
	 */
	state: 'waiting' | 'thinking' | 'answered' | 'failed';
	/** Autocomplete choices; null for other interactions. */
	choices: { name: string; value: string }[] | null;
	message: InteractionMessage | null;
	/** The form that the bot opened as its answer; null without one. */
	modal: Modal | null;
	followUps: InteractionMessage[];
}

/** How long Discord waits for an acknowledgement (its documentation, "Responding to an Interaction"). */
export const ACKNOWLEDGE_WITHIN_MS = 3000;
/** How long an interaction's token stays valid after that. */
export const TOKEN_LASTS_MS = 15 * 60_000;
const MAX_KEPT = 2000;

const GROUP: SandboxChannel = { id: SANDBOX_GROUP, guildId: null, name: 'a group', type: 3 };

/** Types of options (Discord's documentation, "Application Command Option Type"). */
const OPTION = { integer: 4, channel: 7, role: 8, number: 10 } as const;

export interface Click {
	interactionId: string;
	customId: string;
	as?: SandboxUserName;
	/** The choice, for a select menu. */
	values?: string[];
}

/** Press of a button of a message that is no answer. */
export interface Press {
	messageId: string;
	customId: string;
	as: SandboxUserName;
	/** The person's language; English if unset. */
	locale?: string;
}

export interface CommandRun {
	as: SandboxUserName;
	/** The server; unset outside servers. */
	guildId?: string;
	/** A channel of the server; outside servers unset for the direct messages with the bot, or `SANDBOX_GROUP`. */
	channelId?: string;
	name: string;
	/** Option values: text, numbers as text, or ids of channels and roles. */
	options?: Record<string, string>;
	/** The language of the user's client; English by default. */
	locale?: string;
	/** Requests autocomplete suggestions for this option instead of running the command. */
	focused?: string;
	/** The message in whose menu the command is chosen, for a message command. */
	messageId?: string;
}

/** Sends commands and clicks as Discord's users do, and stores the bot's answers. */
export class Interactions {
	readonly #state: DiscordState;
	readonly #all = new Map<string, Interaction>();
	commands: RegisteredCommand[] = [];
	/** Number of times the commands were replaced. */
	registrations = 0;
	/** Number of commands that were created. */
	created = 0;

	constructor(state: DiscordState) {
		this.#state = state;
	}

	byId(id: string): Interaction | undefined {
		return this.#all.get(id);
	}

	byToken(token: string): Interaction | undefined {
		return [...this.#all.values()].find((interaction) => interaction.token === token);
	}

	/** @throws Error with the message of Discord's client if the user lacks permission or the command is invalid */
	run({ as, guildId, channelId, name, options = {}, locale = 'en-US', focused, messageId }: CommandRun): Interaction {
		const command = this.commands.find((known) => known.name === name);
		if (!command) throw new Error(`There is no command /${name}`);
		const place = this.#place(as, guildId ?? null, channelId);
		const { guild, permissions, context, installed } = place;
		const isShown =
			(command.contexts === null || command.contexts.includes(context)) &&
			command.integration_types.some((type) => installed.includes(type));
		if (!isShown) throw new Error(`/${name} is not available here`);
		const needed = command.default_member_permissions;
		if (needed !== null && permissions !== null && !has(permissions, BigInt(needed))) {
			throw new Error(`${as} may not use /${name} here`);
		}
		if (command.type === COMMAND.message) {
			const target = writtenMessage(this.#state, messageId ?? '');
			const begun = this.#begin('command', as, { guildId: guild?.id ?? null, channelId: place.channel.id, locale });
			this.#send(begun, place, 2, {
				data: {
					id: command.id,
					name,
					type: command.type,
					target_id: target.id,
					resolved: { messages: { [target.id]: target } },
				},
			});
			return begun;
		}
		const resolved: Record<'channels' | 'roles', Record<string, unknown>> = { channels: {}, roles: {} };
		const given = (command.options ?? []).flatMap((option) => {
			const value = options[option.name];
			const isFocused = option.name === focused;
			if (value === undefined && !isFocused) {
				if (option.required && focused === undefined) throw new Error(`/${name}: ${option.name} is required`);
				return [];
			}
			if (option.type === OPTION.channel && value !== undefined) {
				const chosen = this.#state.channels.get(value);
				if (!guild || chosen?.guildId !== guild.id)
					throw new Error(`/${name}: there is no such channel in this server`);
				resolved.channels[value] = { ...channelPayload(chosen, guild), permissions: String(permissions) };
			}
			if (option.type === OPTION.role && value !== undefined) {
				const role = guild && rolePayloads(guild).find(({ id }) => id === value);
				if (!role) throw new Error(`/${name}: there is no such role in this server`);
				resolved.roles[value] = role;
			}
			const isNumber = option.type === OPTION.integer || option.type === OPTION.number;
			const sent = isNumber ? Number(value) : (value ?? '');
			return [{ type: option.type, name: option.name, value: sent, ...(isFocused && { focused: true }) }];
		});
		for (const option of Object.keys(options)) {
			if (!command.options?.some((known) => known.name === option)) throw new Error(`/${name} has no option ${option}`);
		}
		const interaction = this.#begin(focused === undefined ? 'command' : 'autocomplete', as, {
			guildId: guild?.id ?? null,
			channelId: place.channel.id,
			locale,
		});
		this.#send(interaction, place, focused === undefined ? 2 : 4, {
			data: {
				id: command.id,
				name,
				type: 1,
				options: given,
				resolved,
			},
		});
		return interaction;
	}

	/**
	 * Clicks a button of an answer, or chooses `values` of a select menu.
	 * @throws Error if the component does not exist or this user cannot see it
	 */
	click({ interactionId, customId, as, values }: Click): Interaction {
		const source = this.#all.get(interactionId);
		const message = source?.message;
		if (!source || !message) throw new Error('There is no such message');
		const who = as ?? source.user;
		if (message.ephemeral && who !== source.user) throw new Error(`${who} does not see this message`);
		const components = (message.components as { components: Component[] }[]).flatMap((row) => row.components);
		const component = components.find((known) => known.custom_id === customId);
		if (!component || component.disabled) throw new Error('There is no such button or select menu');
		const place = this.#place(who, source.guildId, source.channelId);
		const choice = choose(component, values ?? [], place.guild);
		const interaction = this.#begin('component', who, source);
		interaction.message = message;
		this.#send(interaction, place, 3, {
			data: { custom_id: customId, component_type: component.type, ...choice },
			message: messagePayload(message, source.channelId),
		});
		return interaction;
	}

	/**
	 * Presses a button of a message that the bot wrote itself, in a server or in direct messages, or of a webhook's message.
	 * @throws Error if the component does not exist or this user cannot see it
	 */
	press({ messageId, customId, as, locale = 'en-US' }: Press): Interaction {
		const written = this.#state.messages.find(({ id }) => id === messageId);
		const channel = written && this.#state.channels.get(written.channelId);
		const user = SANDBOX_USERS[as];
		if (!written || !channel) throw new Error('There is no such message');
		const { content = '', embeds = [], components = [] } = written.body as Partial<InteractionMessage>;
		const known = (components as { components: Component[] }[]).flatMap((row) => row.components);
		const component = known.find((one) => one.custom_id === customId);
		if (!component || component.disabled) throw new Error('There is no such button');
		if (channel.recipientId !== undefined && channel.recipientId !== user.id)
			throw new Error(`${as} does not see this message`);
		const { guildId } = channel;
		const interaction = this.#begin('component', as, { guildId, channelId: channel.id, locale });
		const message = { id: messageId, content, embeds, components, attachments: [], ephemeral: false };
		interaction.message = message;
		this.#send(interaction, this.#place(as, guildId, channel.id), 3, {
			data: { custom_id: customId, component_type: component.type },
			message: writtenMessage(this.#state, messageId),
		});
		return interaction;
	}

	/**
	 * Submits the form that an interaction opened; fields without a value keep the one that they were shown with.
	 * @throws Error if there is no form, or a value is missing or too long
	 */
	submit({ interactionId, values }: { interactionId: string; values: Record<string, string> }): Interaction {
		const source = this.#all.get(interactionId);
		if (!source?.modal) throw new Error('There is no such form');
		const { modal, message, user, guildId, channelId, locale } = source;
		const components = filledIn(modal, values);
		const interaction = this.#begin('modal', user, { guildId, channelId, locale });
		interaction.message = message;
		this.#send(interaction, this.#place(user, guildId, channelId), 5, {
			data: { custom_id: modal.custom_id, components },
			...(message && { message: messagePayload(message, channelId) }),
		});
		return interaction;
	}

	/** @param guildId null for the direct messages with the bot, or another channel outside servers */
	#place(as: SandboxUserName, guildId: string | null, channelId: string | undefined): Place {
		const user = SANDBOX_USERS[as] as SandboxUser | undefined;
		if (!user) throw new Error('There is no such user');
		if (guildId === null) {
			const isGroup = channelId === SANDBOX_GROUP;
			const channel = isGroup ? GROUP : this.#state.directChannel(user);
			const context = isGroup ? CONTEXT.privateChannel : CONTEXT.botDm;
			const installed = isGroup ? [INSTALLED.user] : [INSTALLED.guild, INSTALLED.user];
			return { guild: null, channel, user, permissions: null, context, installed };
		}
		const guild = this.#state.guilds.get(guildId);
		const channel = channelId === undefined ? undefined : this.#state.channels.get(channelId);
		if (!guild) throw new Error('There is no such server');
		if (channel?.guildId !== guildId) throw new Error('There is no such channel in this server');
		const permissions = userPermissions(guild, user.id);
		if (permissions === null) throw new Error(`${as} is not in this server`);
		const installed = guild.bot.present ? [INSTALLED.guild, INSTALLED.user] : [INSTALLED.user];
		return { guild, channel, user, permissions, context: CONTEXT.guild, installed };
	}

	#begin(
		kind: Interaction['kind'],
		user: SandboxUserName,
		{ guildId, channelId, locale }: Pick<Interaction, 'guildId' | 'channelId' | 'locale'>,
	): Interaction {
		const interaction: Interaction = {
			id: this.#state.snowflake(),
			token: randomBytes(24).toString('base64url'),
			kind,
			user,
			guildId,
			channelId,
			locale,
			at: Date.now(),
			acknowledgedMs: null,
			state: 'waiting',
			choices: null,
			message: null,
			modal: null,
			followUps: [],
		};
		this.#all.set(interaction.id, interaction);
		const [oldest] = this.#all.keys();
		if (this.#all.size > MAX_KEPT && oldest) this.#all.delete(oldest);
		setTimeout(() => {
			if (interaction.state === 'waiting') interaction.state = 'failed';
		}, ACKNOWLEDGE_WITHIN_MS).unref();
		return interaction;
	}

	#send(interaction: Interaction, place: Place, type: number, rest: object): void {
		const payload = interactionPayload(interaction, place, type, rest);
		this.#state.news.emit('news', place.guild?.id ?? NO_GUILD, 'INTERACTION_CREATE', payload);
	}
}
