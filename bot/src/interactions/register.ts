import { isDeepStrictEqual } from 'node:util';
import { backoff } from '@dropwire/domain';
import { type APIApplicationCommand, ApplicationCommandType, Routes } from 'discord.js';
import type { BotContext } from '../context.ts';
import { inBackground, retryUntilDone } from '../server/retry.ts';
import type { Command, CommandData, MenuData } from './command.ts';

/** The pause after a failed registration, ms: Discord accepts 200 new commands a day. */
const PAUSE = backoff({ firstMs: 60_000, maxMs: 3_600_000 });

/**
 * Registers the commands, and resolves after the first attempt. If Discord refuses them or cannot be reached, the bot
 * serves those that are registered, and tries again later.
 */
export async function registerCommands(bot: BotContext, commands: readonly Command[]): Promise<void> {
	const { log, shutdown } = bot;
	const attempted = Promise.withResolvers<void>();
	const name = 'registration of the commands';
	// The message of Discord's error, which is logged, names the fields.
	const work = () => register(bot, commands).finally(attempted.resolve);
	inBackground(name, log, retryUntilDone(name, log, shutdown, work, PAUSE));
	await attempted.promise;
}

/**
 * Registers the commands if they differ from the registered ones, because each registration makes every Discord client
 * reload them.
 */
async function register(bot: BotContext, commands: readonly Command[]): Promise<void> {
	const { client, log } = bot;
	const registered = await readCommands(bot);
	const wanted = commands.flatMap(({ data, menu }) => (menu ? [data, menu.data] : [data]));
	if (isDeepStrictEqual(comparable(registered), comparable(wanted))) {
		log.info({ commands: wanted.length }, 'commands are up to date');
		return;
	}
	const route = Routes.applicationCommands(client.application.id);
	rememberIds(bot, (await client.rest.put(route, { body: wanted })) as APIApplicationCommand[]);
	log.info({ commands: wanted.length }, 'commands registered');
}

/** Reads the registered commands, whose ids make their names in texts links. */
export async function readCommands(bot: BotContext): Promise<APIApplicationCommand[]> {
	const { client } = bot;
	const registered = (await client.rest.get(Routes.applicationCommands(client.application.id), {
		query: new URLSearchParams({ with_localizations: 'true' }),
	})) as APIApplicationCommand[];
	rememberIds(bot, registered);
	return registered;
}

function rememberIds({ commandIds }: BotContext, commands: readonly APIApplicationCommand[]): void {
	commandIds.clear();
	for (const { name, id } of commands) commandIds.set(name, id);
}

/** The commands sorted by name, with only the fields that we set. An entry of a message's menu has no description and no options. */
function comparable(commands: readonly (CommandData | MenuData | APIApplicationCommand)[]): unknown[] {
	return commands
		.map((command) => {
			const { type, name, default_member_permissions, contexts, integration_types, ...texts } = command;
			const isMenu = type === ApplicationCommandType.Message;
			return {
				type: type ?? ApplicationCommandType.ChatInput,
				name,
				name_localizations: texts.name_localizations,
				...(!isMenu && {
					description: (texts as Partial<CommandData>).description,
					description_localizations: texts.description_localizations,
				}),
				options: ((texts as Partial<CommandData>).options ?? []).map(withoutDefaults),
				default_member_permissions,
				contexts,
				integration_types,
			};
		})
		.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Discord leaves out fields that have their default. */
function withoutDefaults(option: object): object {
	return Object.fromEntries(
		Object.entries(option).filter(([, value]) => value !== undefined && value !== false && value !== null),
	);
}
