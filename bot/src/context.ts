import type { Link, SubscriptionOptions, Watch } from '@dropwire/contract';
import type { Client, LimitedCollection } from 'discord.js';
import type { Logger } from 'pino';
import type { Locks } from './discord/keyedMutex.ts';
import type { ServerAccess } from './server/api.ts';
import type { Translate } from './texts/translate.ts';

/** The shared dependencies of all parts of the bot. */
export interface BotContext {
	client: Client<true>;
	server: ServerAccess;
	log: Logger;
	/** The last known links of guilds, for autocomplete while the BFF does not respond in time. */
	links: LimitedCollection<string, readonly Link[]>;
	/** The options of removed links by link, for Undo: they do not fit into the id of its button. */
	removed: LimitedCollection<string, SubscriptionOptions>;
	/** Removed watches by person and watch, for Undo. */
	removedWatches: LimitedCollection<string, Watch>;
	locks: Locks;
	/** The last stored roles of guilds as JSON, so that each state is reported once. */
	roles: LimitedCollection<string, string>;
	/** Filled once Discord has listed the commands. */
	commandIds: Map<string, string>;
	/** The texts in the user's language; in English for work of the bot itself. */
	t: Translate;
	/** Aborted when the bot stops. */
	shutdown: AbortSignal;
}
