import {
	type BaseInteraction,
	DiscordAPIError,
	Events,
	type Interaction,
	type MessageContextMenuCommandInteraction,
	MessageFlags,
	RESTJSONErrorCodes,
} from 'discord.js';
import {
	type Command,
	type GuildAutocomplete,
	type Form,
	type GuildCommand,
	type GuildForm,
	type GuildPress,
	isPublic,
	type PersonalButton,
	readButtonId,
} from './command.ts';
import type { BotContext } from '../context.ts';
import { managesServer } from '../discord/permissions.ts';
import { reportRoles } from '../guilds/reportRoles.ts';
import { pausedText } from '../guilds/paused.ts';
import { inBackground } from '../server/retry.ts';
import { acknowledge } from './acknowledge.ts';
import type { Reply } from '../ui/reply.ts';
import { translateFor } from '../texts/translate.ts';
import { UserError } from '../userError.ts';
import { failureReply, isOurFault, rejectedReply, requestIdOf } from './failure.ts';
import { premiumOffer } from './premiumOffer.ts';
import { type Shown, showReply } from './showReply.ts';

/** The commands by name. */
type Commands = ReadonlyMap<string, Command>;

/**
 * Answers every command, button, select menu, form and autocomplete. A command does nothing until Discord has accepted the acknowledgement.
 * @param personal buttons of the bot's messages to one person, by the first part of their ids
 */
export function answerInteractions(
	bot: BotContext,
	list: readonly Command[],
	personal: Readonly<Record<string, PersonalButton>> = {},
): void {
	const commands = new Map(list.map((command) => [command.data.name, command]));
	bot.client.on(Events.InteractionCreate, (interaction) => {
		answer(bot, commands, personal, interaction).catch((error: unknown) => {
			bot.log.error({ err: error, interaction: interaction.id }, 'could not answer an interaction');
		});
	});
}

async function answer(
	bot: BotContext,
	commands: Commands,
	personal: Readonly<Record<string, PersonalButton>>,
	interaction: Interaction,
): Promise<void> {
	const { command, args } = readButtonId(interaction.isButton() ? interaction.customId : '');
	const button = personal[command];
	if (button && interaction.isButton()) await button(inLanguageOf(bot, interaction), interaction, args);
	else if (interaction.isAutocomplete()) await suggest(bot, commands, interaction as GuildAutocomplete);
	else if (interaction.isChatInputCommand()) {
		await acknowledge(interaction, () => interaction.deferReply({ flags: MessageFlags.Ephemeral }));
		await execute(bot, interaction as GuildCommand, commands.get(interaction.commandName), (command, context) =>
			command.run(context, interaction as GuildCommand),
		);
	} else if (interaction.isMessageContextMenuCommand()) {
		await acknowledge(interaction, () => interaction.deferReply({ flags: MessageFlags.Ephemeral }));
		const command = commands.values().find(({ menu }) => menu?.data.name === interaction.commandName);
		await execute(bot, interaction, command, ({ menu }, context) => {
			if (!menu) throw new UserError((t) => t('deny.oldCommand'));
			return menu.run(context, interaction);
		});
	} else if (interaction.isMessageComponent()) await press(bot, commands, interaction as GuildPress);
	else if (interaction.isModalSubmit() && interaction.isFromMessage()) {
		const { command: name, args } = readButtonId(interaction.customId);
		await acknowledge(interaction, () => interaction.deferUpdate());
		await execute(bot, interaction as GuildForm, commands.get(name), (command, context) => {
			if (!command.submit) throw new UserError((t) => t('deny.oldButton'));
			return command.submit(context, interaction as GuildForm, args);
		});
	}
}

/** A form has to be the acknowledgement, so the form of a button is loaded first. */
async function press(bot: BotContext, commands: Commands, interaction: GuildPress): Promise<void> {
	const { command: name, args } = readButtonId(interaction.customId);
	const command = commands.get(name);
	let form: Form | null = null;
	let failure: unknown;
	if (command?.form && interaction.inCachedGuild() && managesServer(interaction)) {
		try {
			form = await command.form(inLanguageOf(bot, interaction), interaction, args);
		} catch (error) {
			failure = error;
		}
	}
	if (form) {
		const shown = form;
		try {
			return await acknowledge(interaction, () => interaction.showModal(shown));
		} catch (error) {
			if (!isInvalidForm(error)) throw error;
			failure = error;
		}
	}
	await acknowledge(interaction, () => interaction.deferUpdate());
	await execute(bot, interaction, command, (found, context) => {
		if (failure !== undefined) throw failure;
		if (!found.press) throw new UserError((t) => t('deny.oldButton'));
		return found.press(context, interaction, args);
	});
}

/** Runs a command, button, select menu or form and shows the result or the error. */
async function execute(
	bot: BotContext,
	interaction: GuildCommand | GuildPress | GuildForm | MessageContextMenuCommandInteraction,
	command: Command | undefined,
	work: (command: Command, bot: BotContext) => Promise<Reply>,
): Promise<void> {
	const { log } = bot;
	const context = inLanguageOf(bot, interaction);
	const fields = logFields(interaction, command);
	// Buttons and menus are kept after a failure, so that the user can use them again.
	const kept = (failure: Reply): Shown => (interaction.isCommand() ? failure : { embeds: failure.embeds });
	let shown: Shown;
	try {
		if (!command) throw new UserError((t) => t('deny.oldCommand'));
		if (!isPublic(command)) mustManageServer(interaction);
		shown = await work(command, context);
		// Not waited for: the dashboard shows the names of roles, the bot does not need them.
		if (!isPublic(command) && interaction.guild) inBackground('roles', log, reportRoles(bot, interaction.guild));
		log.info({ ...fields, ms: ageOf(interaction) }, 'command done');
	} catch (error) {
		const isForServer = command !== undefined && !isPublic(command);
		const note = isForServer && interaction.guildId ? await pausedText(context, interaction.guildId, error) : null;
		const offer = await premiumOffer(context, command, error);
		const failure = failureReply(context, error, interaction.id, note, offer);
		shown = kept(failure);
		const requestId = requestIdOf(error);
		log[isOurFault(error) ? 'error' : 'info'](
			{ ...fields, ms: ageOf(interaction), ...(requestId && { requestId }), err: error },
			'command failed',
		);
	}
	const rejection = await showReply(
		(one) => interaction.editReply(one),
		shown,
		(error) => kept(rejectedReply(context.t, error, interaction.id)),
	);
	if (rejection) log.error({ ...fields, err: rejection }, 'Discord rejected a reply');
}

/** @throws UserError unless the bot is in the server and the user manages it */
function mustManageServer(
	interaction: GuildCommand | GuildPress | GuildForm | MessageContextMenuCommandInteraction,
): void {
	if (!interaction.inCachedGuild()) throw new UserError((t) => t('deny.notMember'));
	if (managesServer(interaction)) return;
	throw new UserError((t) => t('deny.manage', { manage: t('permission.ManageGuild') }));
}

/** The context of one command: its requests share one timeout, and its texts are in the user's language. */
function inLanguageOf(bot: BotContext, { locale }: BaseInteraction): BotContext {
	return { ...bot, server: bot.server.forCommand(locale), t: translateFor(locale, bot.commandIds) };
}

async function suggest(bot: BotContext, commands: Commands, interaction: GuildAutocomplete): Promise<void> {
	const { name, value } = interaction.options.getFocused(true);
	const command = commands.get(interaction.commandName);
	const suggestions = command?.suggest?.[name];
	const allowed = command && (isPublic(command) || (interaction.inCachedGuild() && managesServer(interaction)));
	await interaction.respond(
		suggestions && allowed ? await suggestions(inLanguageOf(bot, interaction), interaction, value) : [],
	);
}

function isInvalidForm(error: unknown): boolean {
	return error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.InvalidFormBodyOrContentType;
}

function logFields(
	interaction: GuildCommand | GuildPress | GuildForm | MessageContextMenuCommandInteraction,
	command: Command | undefined,
) {
	const { id, guildId, user } = interaction;
	return {
		interaction: id,
		command: command?.data.name,
		guildId,
		user: user.id,
		component: !interaction.isCommand() || undefined,
	};
}

/** Time since Discord created the interaction, ms. */
function ageOf(interaction: BaseInteraction): number {
	return Date.now() - interaction.createdTimestamp;
}
