import { checkSecretKey, type Database, databaseOptions, openAlone, User } from '@dropwire/db';
import {
	alertWebhook,
	createOutageLog,
	type Engine,
	engineOptions,
	NoEngineAlert,
	startEngine,
} from '@dropwire/engine';
import { deprecationNotice } from '@dropwire/retailers';
import type { Logger } from 'pino';
import { createLog } from './log.ts';
import { type RunningServer, startServer } from './server.ts';
import type { ServerSettings } from './settings.ts';

export interface Running {
	origin: string;
	db: Database;
	log: Logger;
	/** Stops everything; a second call has no effect. Waits up to 15 s for messages that Discord has not answered. */
	stop(): Promise<void>;
}

/**
 * Opens the database and starts the engine (unless it runs as a separate process) and the server.
 * @param prepare runs when the database is open, before anything uses it
 */
export async function run(settings: ServerSettings, prepare: (db: Database) => Promise<void>): Promise<Running> {
	const { log } = createOutageLog(createLog(settings.LOG_LEVEL));
	const notice = deprecationNotice();
	if (notice) log.warn(notice);
	const db = await openAlone(databaseOptions(settings), 'server');
	let engine: Engine | null = null;
	let server: RunningServer | null = null;
	let noEngine: NoEngineAlert | null = null;
	let stopped: Promise<void> | undefined;
	const stop = () =>
		(stopped ??= (async () => {
			// Stops both at the same time, so neither starts new work.
			try {
				await Promise.all([engine?.stop(), server?.close(), noEngine?.stop()]);
			} finally {
				await db.close();
			}
		})());
	try {
		await prepare(db);
		await checkSecretKey(db);
		if (settings.ADMIN_DISCORD_IDS.length === 0 && !(await User.query(db.knex).first())) {
			log.warn(
				'ADMIN_DISCORD_IDS is empty and nobody is on the access list: nobody can use the console. Set it to your Discord id',
			);
		}
		if (settings.ENGINE === 'inline') {
			engine = await startEngine({ db, log, ...(await engineOptions(settings)) });
		}
		const webhook = alertWebhook(settings);
		if (!engine && webhook) {
			noEngine = new NoEngineAlert({ db, log, discordUrl: settings.DISCORD_URL, localAddress: null, webhook });
			noEngine.start();
		}
		server = await startServer({ settings, db, log, engine });
		return { origin: server.origin, db, log, stop };
	} catch (error) {
		await stop();
		throw error;
	}
}
