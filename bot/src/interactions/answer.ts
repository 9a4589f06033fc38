import { type BaseInteraction, Events, type Interaction, MessageFlags } from 'discord.js';
import type { Bot } from '../bot.ts';
import { type Command, type Given, type Pressed, readButtonId, type Typing } from '../commands/command.ts';
import { COMMANDS } from '../commands/index.ts';
import { acknowledge } from './acknowledge.ts';
import type { Reply } from '../look/reply.ts';
import { Refused } from '../refused.ts';
import { failureReply, isOurFault, requestIdOf } from './failure.ts';

const BY_NAME = new Map(COMMANDS.map((command) => [command.data.name, command]));

/** Answers every command, button and suggestion. Nothing is done before Discord has taken the acknowledgement. */
export function answerInteractions(bot: Bot): void {
	bot.client.on(Events.InteractionCreate, (interaction) => {
		answer(bot, interaction).catch((error: unknown) => {
			bot.log.error({ err: error, interaction: interaction.id }, 'an interaction could not be answered');
		});
	});
}

async function answer(bot: Bot, interaction: Interaction): Promise<void> {
	if (interaction.isAutocomplete()) await suggest(bot, interaction as Typing);
	else if (interaction.isChatInputCommand()) {
		await acknowledge(interaction, () => interaction.deferReply({ flags: MessageFlags.Ephemeral }));
		await finish(bot, interaction as Given, BY_NAME.get(interaction.commandName), (command, own) =>
			command.run(own, interaction as Given),
		);
	} else if (interaction.isButton()) {
		const { command: name, words } = readButtonId(interaction.customId);
		await acknowledge(interaction, () => interaction.deferUpdate());
		await finish(bot, interaction as Pressed, BY_NAME.get(name), (command, own) => {
			if (!command.press) throw new Refused('This button is from an older version. Give the command again.');
			return command.press(own, interaction as Pressed, words);
		});
	}
}

/** Does the work and shows what it came to, also when it failed. */
async function finish(
	bot: Bot,
	interaction: Given | Pressed,
	command: Command | undefined,
	work: (command: Command, bot: Bot) => Promise<Reply>,
): Promise<void> {
	const { log } = bot;
	const about = aboutOf(interaction, command);
	let shown: Reply | Pick<Reply, 'embeds'>;
	try {
		if (!command) throw new Refused('This command is from an older version. `/help` shows those that there are.');
		if (!interaction.inCachedGuild())
			throw new Refused('Invite the bot to this server first: its commands need it here.');
		shown = await work(command, { ...bot, server: bot.server.forCommand() });
		log.info({ ...about, ms: since(interaction) }, 'done');
	} catch (error) {
		const failure = failureReply(error, interaction.id);
		// A button that failed stays, so that it can be pressed again.
		shown = interaction.isButton() ? { embeds: failure.embeds } : failure;
		const requestId = requestIdOf(error);
		const fault = isOurFault(error);
		log[fault ? 'error' : 'info'](
			{ ...about, ms: since(interaction), ...(requestId && { requestId }), err: error },
			'not done',
		);
	}
	await interaction.editReply(shown);
}

async function suggest(bot: Bot, typing: Typing): Promise<void> {
	const { name, value } = typing.options.getFocused(true);
	const own = BY_NAME.get(typing.commandName)?.suggest?.[name];
	const choices = own && typing.inCachedGuild() ? await own(bot, typing, value) : [];
	await typing.respond(choices);
}

function aboutOf(interaction: Given | Pressed, command: Command | undefined) {
	const { id, guildId, user } = interaction;
	return {
		interaction: id,
		command: command?.data.name,
		guildId,
		user: user.id,
		button: interaction.isButton() || undefined,
	};
}

/** ms since Discord made it. */
function since(interaction: BaseInteraction): number {
	return Date.now() - interaction.createdTimestamp;
}
