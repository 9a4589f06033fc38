import {
	type APIApplicationCommandOption,
	ApplicationCommandType,
	ApplicationIntegrationType,
	InteractionContextType,
	PermissionFlagsBits,
} from 'discord.js';
import { COMMANDS_BY_LANGUAGE, TEXTS } from '../texts/index.ts';
import { DISCORD_LOCALES, type Language, TRANSLATIONS } from '@dropwire/domain/texts';
import type { CommandName, CommandTexts } from '../texts/types.ts';
import type { CommandData, MenuData } from './command.ts';

type Undescribed<O> = O extends APIApplicationCommandOption ? Omit<O, 'description'> : never;
/** An option without its description, which comes from the texts, as do all translations. */
export type OptionData = Undescribed<APIApplicationCommandOption>;

/** A server command that by default requires the permission Manage Server, with its texts in all languages. */
export function define(name: CommandName, options: readonly OptionData[] = []): CommandData {
	const text = (language: Language): CommandTexts[CommandName] => COMMANDS_BY_LANGUAGE[language][name];
	return {
		type: ApplicationCommandType.ChatInput,
		name,
		name_localizations: localized((language) => text(language).name),
		description: text('en').description,
		description_localizations: localized((language) => text(language).description),
		options: options.map((option) => described(name, option)),
		default_member_permissions: String(PermissionFlagsBits.ManageGuild),
		contexts: [InteractionContextType.Guild],
		integration_types: [ApplicationIntegrationType.GuildInstall],
	};
}

/** In servers, direct messages and groups, also of people who have installed the application for themselves only. */
const EVERYWHERE = {
	contexts: [InteractionContextType.Guild, InteractionContextType.BotDM, InteractionContextType.PrivateChannel],
	integration_types: [ApplicationIntegrationType.GuildInstall, ApplicationIntegrationType.UserInstall],
};

/**
 * A command for everybody, as `PublicCommand` runs it: in servers, direct messages and groups, also of people who have
 * installed the application for themselves only.
 */
export function definePublic(name: CommandName, options: readonly OptionData[] = []): CommandData {
	return {
		...define(name, options),
		default_member_permissions: null,
		...EVERYWHERE,
	};
}

/** An entry of the menu of messages, for everybody, in all languages. */
export function defineMenu(key: 'watch.message'): MenuData {
	return {
		type: ApplicationCommandType.Message,
		name: TEXTS.en[key],
		name_localizations: localized((language) => TEXTS[language][key]),
		default_member_permissions: null,
		contexts: EVERYWHERE.contexts,
		integration_types: EVERYWHERE.integration_types,
	};
}

/** The choices of an option, named by the command's texts. */
export function choicesOf(
	command: 'notices' | 'drops-events',
	values: readonly (keyof CommandTexts['notices']['choices'])[],
) {
	return values.map((value) => ({
		name: COMMANDS_BY_LANGUAGE.en[command].choices[value],
		name_localizations: localized((language) => COMMANDS_BY_LANGUAGE[language][command].choices[value]),
		value,
	}));
}

function described(command: CommandName, option: OptionData): APIApplicationCommandOption {
	const text = (language: Language) => {
		const texts = COMMANDS_BY_LANGUAGE[language][command];
		const options: Readonly<Record<string, { name: string; description: string } | undefined>> =
			'options' in texts ? texts.options : {};
		const found = options[option.name];
		if (!found) throw new Error(`The option ${option.name} of /${command} has no text.`);
		return found;
	};
	return {
		...option,
		name_localizations: localized((language) => text(language).name),
		description: text('en').description,
		description_localizations: localized((language) => text(language).description),
	};
}

function localized(textIn: (language: Language) => string): Record<string, string> {
	return Object.fromEntries(
		TRANSLATIONS.flatMap((language) => DISCORD_LOCALES[language].map((locale) => [locale, textIn(language)])),
	);
}
