import type { Database } from '@dropwire/db';
import { type Engine, openRemoteEngine, type Traces } from '@dropwire/engine';
import type { Logger } from 'pino';
import type { ServerSettings } from '../settings.ts';
import { createAuthenticator } from './authenticator.ts';
import { createCallMetrics } from './callMetrics.ts';
import type { Server } from './context.ts';
import { createDenials } from './denials.ts';
import { createLimiter } from './limiter.ts';
import { createMemo } from './memo.ts';
import { sessionStore } from './sessionStore.ts';
import { createSignatures } from './signatures.ts';

/** How long responses of calls with `cache` are shared, ms, and their maximum number: they are summaries of a few kB. */
const RESPONSE_TTL_MS = 500;
const RESPONSES = 500;

/** Creates the services that every call uses. */
export function createContext({
	settings,
	db,
	log,
	engine,
	traces,
}: {
	settings: ServerSettings;
	db: Database;
	log: Logger;
	engine: Engine | null;
	traces: Traces | null;
}): Server & { close(): void } {
	const sessions = sessionStore(db);
	const limiter = createLimiter(settings.REDIS_URL, log, settings.RATE_LIMIT_FACTOR);
	const remoteEngine = !engine && settings.REDIS_URL ? openRemoteEngine(settings.REDIS_URL, log) : null;
	return {
		db,
		settings,
		log,
		engine: engine ?? remoteEngine,
		sessions,
		auth: createAuthenticator(db, sessions, { admins: settings.ADMIN_DISCORD_IDS, plans: settings.PLANS }),
		limiter,
		denials: createDenials(db, log),
		responses: createMemo<string>({ ttl: RESPONSE_TTL_MS, max: RESPONSES }),
		calls: createCallMetrics(),
		signatures: createSignatures(settings, db.knex),
		traces,
		state: { draining: false, damaged: false },
		close() {
			limiter.close();
			remoteEngine?.close();
		},
	};
}
