import type { Client } from 'discord.js';
import type { Logger } from 'pino';
import type { Locks } from './discord/keyedMutex.ts';
import type { ReportedRoles } from './guilds/reportedRoles.ts';
import type { LinksCache } from './links/linksCache.ts';
import type { RemovedOptions } from './links/removedOptions.ts';
import type { ServerAccess } from './server/api.ts';
import type { Translate } from './texts/translate.ts';

/** The direct messages that the bot has opened. */
export interface DirectMessages {
	/** The channels, by Discord id of the person. */
	channels: Map<string, string>;
	/** When the latest ones were opened, epoch ms. */
	openedAt: number[];
}

/** The shared dependencies of all parts of the bot. */
export interface BotContext {
	client: Client<true>;
	server: ServerAccess;
	log: Logger;
	links: LinksCache;
	removed: RemovedOptions;
	locks: Locks;
	roles: ReportedRoles;
	direct: DirectMessages;
	/** Filled once Discord has listed the commands. */
	commandIds: Map<string, string>;
	/** The texts in the user's language; in English for work of the bot itself. */
	t: Translate;
	/** Aborted when the bot stops. */
	shutdown: AbortSignal;
}
