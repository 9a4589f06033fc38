import { type Client, Events, type GuildBasedChannel } from 'discord.js';
import type { Logger } from 'pino';
import { registerCommands } from './commands/register.ts';
import { createDiscordClient } from './discord/client.ts';
import { Turns } from './discord/inTurn.ts';
import { tellGuild, tellGuilds } from './guilds/presence.ts';
import { answerInteractions } from './interactions/answer.ts';
import { Doubts } from './links/doubts.ts';
import { KnownLinks } from './links/known.ts';
import { type ServerAccess, serverAccess } from './server/api.ts';
import type { BotSettings } from './settings.ts';
import { isLinkable } from './webhooks/linkable.ts';
import { tellChannelGone, tellStanding } from './webhooks/standing.ts';

/** What every part of the bot has at hand. */
export interface Bot {
	client: Client<true>;
	server: ServerAccess;
	log: Logger;
	links: KnownLinks;
	doubts: Doubts;
	/** One thing after another, by a guild's id or by a channel's. */
	inTurn: Turns;
	/** Aborted when the bot ends. */
	ends: AbortSignal;
}

export interface RunningBot {
	client: Client<true>;
	/** Resolves when Discord ends the connection for good: its token was reset, say. */
	lost: Promise<Error>;
	/** Ends the connections; what waits for the server is given up. */
	stop(): Promise<void>;
}

/**
 * Connects to Discord and serves commands until it is stopped. Resolves once the gateway is ready and the commands stand.
 * @throws Error when Discord refuses the token or cannot be reached
 */
export async function startBot(settings: BotSettings, log: Logger): Promise<RunningBot> {
	const client = createDiscordClient(settings.DISCORD_URL);
	const end = new AbortController();
	const bot: Bot = {
		client: client as Client<true>,
		server: serverAccess(settings),
		log,
		links: new KnownLinks(),
		doubts: new Doubts(),
		inTurn: new Turns(),
		ends: end.signal,
	};
	const stop = async () => {
		end.abort();
		await client.destroy();
	};
	listen(bot);
	const ready = new Promise<void>((resolve) => client.once(Events.ClientReady, () => resolve()));
	const lost = new Promise<Error>((resolve) => {
		client.once(Events.ShardDisconnect, ({ code }) => resolve(new Error(`Discord refuses the connection (${code})`)));
	});
	try {
		await client.login(settings.DISCORD_BOT_TOKEN);
		const refused = await Promise.race([ready, lost]);
		if (refused) throw refused;
		// One process speaks for all shards about what is the application's.
		if (client.ws.shards.has(0)) await registerCommands(bot);
	} catch (error) {
		await stop();
		throw error;
	}
	return { client: client as Client<true>, lost, stop };
}

function listen(bot: Bot): void {
	const { client, log } = bot;
	answerInteractions(bot);
	// A shard that had to begin anew does not know what it missed.
	client.on(Events.ShardReady, (shard) => void tellGuilds(bot, shard));
	client.on(Events.ShardResume, (shard, replayed) => log.info({ shard, replayed }, 'resumed'));
	client.on(Events.ShardReconnecting, (shard) => {
		if (!bot.ends.aborted) log.warn({ shard }, 'the gateway is lost; reconnecting');
	});
	client.on(Events.ShardError, (error, shard) => log.warn({ err: error, shard }, 'the gateway failed'));
	client.on(Events.Error, (error) => log.error({ err: error }, 'Discord client'));
	client.on(Events.GuildCreate, (guild) => void tellGuild(bot, guild));
	client.on(Events.GuildDelete, (guild) => void tellGuild(bot, guild));
	client.on(Events.ChannelDelete, (channel) => {
		if (!channel.isDMBased() && isLinkable(channel)) void tellChannelGone(bot, channel);
	});
	client.on(Events.WebhooksUpdate, (channel: GuildBasedChannel) => {
		if (isLinkable(channel)) void tellStanding(bot, channel);
	});
}
