import type {
	AutocompleteInteraction,
	ButtonInteraction,
	ChatInputCommandInteraction,
	RESTPostAPIChatInputApplicationCommandsJSONBody,
} from 'discord.js';
import type { Bot } from '../bot.ts';
import type { Reply } from '../look/reply.ts';

export type CommandData = RESTPostAPIChatInputApplicationCommandsJSONBody;
export type Given = ChatInputCommandInteraction<'cached'>;
export type Pressed = ButtonInteraction<'cached'>;
export type Typing = AutocompleteInteraction<'cached'>;

export interface Choice {
	name: string;
	value: string;
}

/** A slash command: how Discord shows it, and what it does. It is acknowledged before it is run. */
export interface Command {
	data: CommandData;
	/** @throws Refused, ApiError or DiscordAPIError, which become an answer that says what to do */
	run(bot: Bot, given: Given): Promise<Reply>;
	/** What to suggest for an option, by its name. */
	suggest?: Record<string, (bot: Bot, typing: Typing, text: string) => Promise<Choice[]> | Choice[]>;
	/** A button of this command's answers; `words` is what its id carries. */
	press?(bot: Bot, pressed: Pressed, words: readonly string[]): Promise<Reply>;
}

const SEPARATOR = '|';

/** A button's id: the command that it belongs to, and what it carries. Nothing is remembered, so it works after a restart. */
export function buttonId(command: string, ...words: readonly (string | number)[]): string {
	return [command, ...words].join(SEPARATOR);
}

export function readButtonId(id: string): { command: string; words: string[] } {
	const [command = '', ...words] = id.split(SEPARATOR);
	return { command, words };
}
