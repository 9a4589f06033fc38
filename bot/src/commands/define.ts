import {
	type APIApplicationCommandOption,
	ApplicationCommandType,
	ApplicationIntegrationType,
	InteractionContextType,
	PermissionFlagsBits,
} from 'discord.js';
import type { CommandData } from './command.ts';

/** A command of a server, for those who manage it; a server's admins may give it to other roles in Discord's settings. */
export function define(name: string, description: string, options: APIApplicationCommandOption[] = []): CommandData {
	return {
		type: ApplicationCommandType.ChatInput,
		name,
		description,
		options,
		default_member_permissions: String(PermissionFlagsBits.ManageGuild),
		contexts: [InteractionContextType.Guild],
		integration_types: [ApplicationIntegrationType.GuildInstall],
	};
}
