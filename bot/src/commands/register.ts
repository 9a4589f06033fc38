import { isDeepStrictEqual } from 'node:util';
import { type APIApplicationCommand, Routes } from 'discord.js';
import type { Bot } from '../bot.ts';
import type { CommandData } from './command.ts';
import { COMMANDS } from './index.ts';

/** Registers the commands when they are not what Discord has: each registration makes every client load them anew. */
export async function registerCommands({ client, log }: Bot): Promise<void> {
	const route = Routes.applicationCommands(client.application.id);
	const standing = (await client.rest.get(route)) as APIApplicationCommand[];
	const wanted = COMMANDS.map(({ data }) => data);
	if (isDeepStrictEqual(byName(standing), byName(wanted))) {
		log.info({ commands: wanted.length }, 'the commands stand');
		return;
	}
	await client.rest.put(route, { body: wanted });
	log.info({ commands: wanted.length }, 'the commands were registered');
}

/** What we say about commands, without what Discord adds, in one order. */
function byName(commands: readonly (CommandData | APIApplicationCommand)[]): unknown[] {
	return commands
		.map(({ type, name, description, options, default_member_permissions, contexts, integration_types }) => ({
			type: type ?? 1,
			name,
			description,
			options: (options ?? []).map(plain),
			default_member_permissions,
			contexts,
			integration_types,
		}))
		.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Without what is as it would be anyway: Discord leaves such fields out. */
function plain(option: object): object {
	return Object.fromEntries(
		Object.entries(option).filter(([, value]) => value !== undefined && value !== false && value !== null),
	);
}
