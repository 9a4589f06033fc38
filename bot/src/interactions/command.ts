import type {
	AnySelectMenuInteraction,
	APIModalInteractionResponseCallbackData,
	AutocompleteInteraction,
	ButtonInteraction,
	ChatInputCommandInteraction,
	MessageContextMenuCommandInteraction,
	ModalMessageModalSubmitInteraction,
	RESTPostAPIChatInputApplicationCommandsJSONBody,
	RESTPostAPIContextMenuApplicationCommandsJSONBody,
} from 'discord.js';
import type { BotContext } from '../context.ts';
import type { Reply } from '../ui/reply.ts';

export type CommandData = RESTPostAPIChatInputApplicationCommandsJSONBody;
/** An entry of the menu that messages have. */
export type MenuData = RESTPostAPIContextMenuApplicationCommandsJSONBody;
/** Interactions in a guild that the bot is a member of. */
export type GuildCommand = ChatInputCommandInteraction<'cached'>;
/** A button, or a select menu with the chosen values. */
export type GuildPress = ButtonInteraction<'cached'> | AnySelectMenuInteraction<'cached'>;
export type GuildForm = ModalMessageModalSubmitInteraction<'cached'>;
export type Form = APIModalInteractionResponseCallbackData;
export type GuildAutocomplete = AutocompleteInteraction<'cached'>;

export interface Choice {
	name: string;
	value: string;
}

/** A slash command: how Discord shows it, and what it does. The interaction is acknowledged before the command runs. */
export interface Command {
	data: CommandData;
	/** @throws UserError, ApiError or DiscordAPIError, which `failureReply` turns into a reply */
	run(bot: BotContext, interaction: GuildCommand): Promise<Reply>;
	/** Autocomplete, by the name of the option. */
	suggest?: Record<
		string,
		(bot: BotContext, interaction: GuildAutocomplete, text: string) => Promise<Choice[]> | Choice[]
	>;
	/** Handles a button or select menu of this command's replies; `args` are the arguments in its id. */
	press?(bot: BotContext, interaction: GuildPress, args: readonly string[]): Promise<Reply>;
	/** The form that a button opens; null for the other buttons. Discord waits 3 s for it. */
	form?(bot: BotContext, interaction: GuildPress, args: readonly string[]): Promise<Form | null>;
	/** Handles a submitted form of this command's replies; `args` are the arguments in its id. */
	submit?(bot: BotContext, interaction: GuildForm, args: readonly string[]): Promise<Reply>;
	/** For commands for everybody. */
	menu?: MessageMenu;
	/** Needs the role premium: people without it are offered what Discord's store sells. */
	isPremium?: true;
}

/** A command that everybody can run, also where there is no server or the bot is not in it: nothing of a server is given. */
export interface PublicCommand extends Command {
	run(bot: BotContext, interaction: ChatInputCommandInteraction): Promise<Reply>;
	suggest?: Record<
		string,
		(bot: BotContext, interaction: AutocompleteInteraction, text: string) => Promise<Choice[]> | Choice[]
	>;
	press?(
		bot: BotContext,
		interaction: ButtonInteraction | AnySelectMenuInteraction,
		args: readonly string[],
	): Promise<Reply>;
}

/** The command as an entry of the menu that messages have. */
export interface MessageMenu {
	data: MenuData;
	run(bot: BotContext, interaction: MessageContextMenuCommandInteraction): Promise<Reply>;
}

/** Whether everybody can run the command; the others need Manage Server in a server that the bot is in. */
export function isPublic({ data }: Command): boolean {
	return data.default_member_permissions === null;
}
/**
 * Handles a button that acts for the person who presses it, in direct messages, a thread or a channel, where no right in a server
 * is needed. It acknowledges the interaction and answers it.
 */
export type PersonalButton = (
	bot: BotContext,
	interaction: ButtonInteraction,
	args: readonly string[],
) => Promise<void>;

export const ID_SEPARATOR = '|';

/**
 * A button's id: its command and the command's arguments. The bot stores nothing about its buttons, so they keep working
 * after a restart.
 */
export function buttonId(command: string, ...args: readonly (string | number)[]): string {
	return [command, ...args].join(ID_SEPARATOR);
}

export function readButtonId(id: string): { command: string; args: string[] } {
	const [command = '', ...args] = id.split(ID_SEPARATOR);
	return { command, args };
}
