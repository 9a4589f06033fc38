import { ApiError } from '@dropwire/contract';
import {
	type Client,
	Events,
	GatewayCloseCodes,
	GatewayDispatchEvents,
	type GatewayReadyDispatchData,
	type GuildBasedChannel,
	LimitedCollection,
	type Role,
	Status,
} from 'discord.js';
import type { Logger } from 'pino';
import { COMMANDS } from './commands/index.ts';
import { readCommands, registerCommands } from './interactions/register.ts';
import type { BotContext } from './context.ts';
import { createDiscordClient } from './discord/client.ts';
import { Locks } from './discord/keyedMutex.ts';
import { forgetLeftGuilds, reportGuild, reportGuilds } from './guilds/reportGuilds.ts';
import { reportRoles } from './guilds/reportRoles.ts';
import { answerInteractions } from './interactions/answer.ts';
import { serverAccess } from './server/api.ts';
import { inBackground, retryUntilDone } from './server/retry.ts';
import type { BotSettings } from './settings.ts';
import { translateTo } from './texts/translate.ts';
import { pressWatch } from './watches/pressWatch.ts';
import { startNotices } from './notices/startNotices.ts';
import { isLinkable } from './webhooks/linkable.ts';
import { reportChannelDeleted, reportWebhooksOf } from './webhooks/report.ts';

export interface RunningBot {
	client: Client<true>;
	/** Resolves when Discord closes the connection permanently, for example because the bot's token was reset. */
	lost: Promise<Error>;
	/** Whether all its shards are connected to Discord. */
	isConnected(): Promise<boolean>;
	/** Closes the connections and cancels calls that are waiting for the server. */
	stop(): Promise<void>;
}

/** What to do about the codes with which Discord closes a connection for good (its documentation, "Gateway Close Event Codes"). */
const CLOSED: Readonly<Record<number, string>> = {
	[GatewayCloseCodes.AuthenticationFailed]: 'Discord does not accept DISCORD_BOT_TOKEN. Set the current token',
	[GatewayCloseCodes.InvalidShard]: 'Discord does not accept the number of shards. Set BOT_SHARDS=auto',
	[GatewayCloseCodes.ShardingRequired]:
		'The bot is in too many servers for its number of shards. Set BOT_SHARDS=auto, or a higher number',
	[GatewayCloseCodes.DisallowedIntents]: 'Discord does not allow the intents of the bot',
};

/** Discord has closed the connection permanently, for example because the bot's token was reset. */
export class ClosedForGood extends Error {
	override name = 'ClosedForGood';

	constructor(code: number) {
		super(`${CLOSED[code] ?? 'Discord closed the connection'} (${code})`);
	}
}

/**
 * Connects to Discord and serves commands until it is stopped. Resolves once the gateway is ready and Discord has
 * answered the registration of the commands.
 * @param options.noticesEveryMs how often it asks for messages to write
 * @throws Error when Discord rejects the token or cannot be reached, or the server rejects its own
 */
export async function startBot(
	settings: BotSettings,
	log: Logger,
	{ noticesEveryMs }: { noticesEveryMs?: number } = {},
): Promise<RunningBot> {
	const shutdown = new AbortController();
	const client = createDiscordClient(settings.DISCORD_URL, { log, shutdown: shutdown.signal });
	const bot: BotContext = {
		client: client as Client<true>,
		server: serverAccess(settings),
		log,
		links: new LimitedCollection({ maxSize: 500 }),
		removed: new LimitedCollection({ maxSize: 1000 }),
		removedWatches: new LimitedCollection({ maxSize: 1000 }),
		locks: new Locks(),
		roles: new LimitedCollection({ maxSize: 10_000 }),
		commandIds: new Map(),
		t: translateTo('en'),
		shutdown: shutdown.signal,
	};
	const stop = async () => {
		shutdown.abort();
		await client.destroy();
	};
	listen(bot);
	const ready = new Promise<void>((resolve) => client.once(Events.ClientReady, () => resolve()));
	let closed: Error | undefined;
	const lost = new Promise<Error>((resolve) => {
		client.once(Events.ShardDisconnect, ({ code }) => {
			closed = new ClosedForGood(code);
			resolve(closed);
		});
	});
	try {
		await checkToken(bot);
		await client.login(settings.DISCORD_BOT_TOKEN);
		await Promise.race([ready, lost]);
		if (closed) throw closed;
		// Commands and notices belong to the application, so one process handles them for all shards.
		if (client.ws.shards.has(0)) {
			startNotices(bot, noticesEveryMs);
			await registerCommands(bot, COMMANDS);
		} else inBackground('list of the commands', log, readCommands(bot));
	} catch (error) {
		await stop();
		// discord.js names no setting.
		throw closed ?? error;
	}
	const isConnected = () => Promise.resolve(client.ws.shards.every(({ status }) => status === Status.Ready));
	return { client: client as Client<true>, lost, isConnected, stop };
}

/**
 * Fails early if the server rejects the bot's token. If the server cannot be reached, the bot starts anyway and reports
 * the outage to users.
 * @throws Error that names the setting
 */
async function checkToken({ server, log }: BotContext): Promise<void> {
	try {
		await server.as(null).pulse();
	} catch (error) {
		const { status = 0 } = error instanceof ApiError ? error : {};
		if (status !== 401 && status !== 403) return log.warn({ err: error }, 'the server cannot be reached yet');
		throw new Error(
			'Invalid configuration: BFF_TOKEN is not accepted by the server at BFF_URL. Create a new one with `npm run bot-token`',
			{ cause: error },
		);
	}
}

function listen(bot: BotContext): void {
	const { client, log } = bot;
	const background = (name: string, work: Promise<unknown>) => inBackground(name, log, work);
	answerInteractions(bot, COMMANDS, { watch: pressWatch });
	// A shard with a new session has missed events, so it reports all its guilds. discord.js handles READY after this listener.
	client.ws.on(GatewayDispatchEvents.Ready, (ready: GatewayReadyDispatchData, shard) =>
		forgetLeftGuilds(bot, ready, shard),
	);
	client.on(Events.ShardReady, (shard) => background('guilds', reportGuilds(bot, shard)));
	client.on(Events.ShardResume, (shard, replayed) => log.info({ shard, replayed }, 'gateway session resumed'));
	client.on(Events.ShardReconnecting, (shard) => {
		if (!bot.shutdown.aborted) log.warn({ shard }, 'gateway connection lost; reconnecting');
	});
	client.on(Events.ShardError, (error, shard) => log.warn({ err: error, shard }, 'gateway error'));
	client.on(Events.Error, (error) => log.error({ err: error }, 'Discord client error'));
	client.on(Events.GuildCreate, (guild) => background('guild', reportGuild(bot, guild)));
	client.on(Events.GuildDelete, (guild) => background('guild', reportGuild(bot, guild)));
	const rolesChanged = ({ guild }: Role) => {
		if (bot.roles.has(guild.id)) background('roles', reportRoles(bot, guild));
	};
	client.on(Events.GuildRoleCreate, rolesChanged);
	client.on(Events.GuildRoleUpdate, (_, role) => rolesChanged(role));
	client.on(Events.GuildRoleDelete, rolesChanged);
	// Only that something changed is reported: the server reads the list.
	const reportChange = () => bot.server.as(null, 'background').botEntitlements();
	const entitlementsChanged = () =>
		background('entitlements', retryUntilDone('entitlements', log, bot.shutdown, reportChange));
	client.on(Events.EntitlementCreate, entitlementsChanged);
	client.on(Events.EntitlementUpdate, entitlementsChanged);
	client.on(Events.EntitlementDelete, entitlementsChanged);
	client.on(Events.ChannelDelete, (channel) => {
		if (!channel.isDMBased() && isLinkable(channel)) background('channel', reportChannelDeleted(bot, channel));
	});
	client.on(Events.WebhooksUpdate, (channel: GuildBasedChannel) => {
		if (isLinkable(channel)) background('webhooks', reportWebhooksOf(bot, channel));
	});
}
