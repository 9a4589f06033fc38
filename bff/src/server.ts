import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Database } from '@dropwire/db';
import type { Engine } from '@dropwire/engine';
import Router from '@koa/router';
import Koa from 'koa';
import helmet from 'koa-helmet';
import type { Logger } from 'pino';
import { handlers } from './handlers.ts';
import { readBodies } from './http/body.ts';
import { callerOfToken, findCaller } from './http/caller.ts';
import { serveCalls } from './http/calls.ts';
import { errorExit } from './http/exit.ts';
import { web } from './http/web.ts';
import type { ServerSettings } from './settings.ts';
import { createServices } from './services.ts';
import { signIn } from './signin/discord.ts';
import type { SessionData } from './signin/sessionStore.ts';

export interface ServerOptions {
	settings: ServerSettings;
	db: Database;
	log: Logger;
	/** Null when it runs as its own process. */
	engine: Engine | null;
	/** How many times the rate limits are allowed; for tests that are about something else. */
	limitFactor?: number;
	/** Where the built web is. */
	webRoot?: string;
}

export interface RunningServer {
	/** `http://host:port`, as it listens. */
	origin: string;
	/** Ends within 3 s, whatever connections are open. */
	close(): Promise<void>;
}

const BUILT_WEB = join(import.meta.dirname, '../../web/dist');

/** Starts the server. Rejects with one clear line when the port is taken. */
export async function startServer({
	settings,
	db,
	log,
	engine,
	limitFactor,
	webRoot = BUILT_WEB,
}: ServerOptions): Promise<RunningServer> {
	const services = createServices({ settings, db, log, engine, limitFactor });
	const app = new Koa(settings.TRUST_PROXY > 0 ? { proxy: true, maxIpsCount: settings.TRUST_PROXY } : {});
	app.on('error', (error: Error & { code?: string }) => {
		// A client that hung up is no failure of ours.
		if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') log.error({ err: error }, 'answering failed');
	});
	app.use(security(settings));
	app.use(errorExit(log));
	const router = new Router();
	app.use(web(webRoot));
	signIn(app, router, { db, settings, log });
	app.use(async (ctx, next) => {
		const { ADMIN_DISCORD_IDS: admins } = settings;
		const [, token] = /^Bearer (\S+)$/.exec(ctx.get('authorization')) ?? [];
		const session = (ctx as unknown as { session: SessionData | null }).session;
		ctx.state['caller'] = token
			? await callerOfToken(db, admins, token)
			: session?.discordId
				? await findCaller(db.knex, admins, {
						discordId: session.discordId,
						via: 'session',
						scopes: null,
						discordToken: session.accessToken ?? null,
					})
				: null;
		await next();
	});
	app.use(readBodies());
	serveCalls(router, handlers, services);
	app.use(router.routes());

	const server = createServer((request, response) => void app.callback()(request, response));
	await listen(server, settings);
	const { port } = server.address() as AddressInfo;
	return {
		origin: `http://${settings.HOST}:${port}`,
		async close() {
			// Streams end by themselves only when told.
			services.live.close();
			const closed = new Promise((resolve) => server.close(resolve));
			server.closeIdleConnections();
			const late = setTimeout(() => server.closeAllConnections(), 2000);
			await closed;
			clearTimeout(late);
			await services.close();
		},
	};
}

/** Scripts from our own files only; styles may be inline, since the component library sets them so. */
function security({ PUBLIC_URL, DISCORD_URL, NIKE_API_URL, production }: ServerSettings) {
	const https = PUBLIC_URL.startsWith('https:');
	return helmet({
		contentSecurityPolicy: {
			useDefaults: false,
			directives: {
				defaultSrc: ["'self'"],
				scriptSrc: ["'self'"],
				styleSrc: ["'self'", "'unsafe-inline'"],
				imgSrc: ["'self'", 'data:', 'https:', new URL(DISCORD_URL).origin, new URL(NIKE_API_URL).origin],
				fontSrc: ["'self'", 'data:'],
				connectSrc: ["'self'"],
				objectSrc: ["'none'"],
				baseUri: ["'none'"],
				frameAncestors: ["'none'"],
				formAction: ["'self'", new URL(DISCORD_URL).origin],
				...(https && { upgradeInsecureRequests: [] }),
			},
		},
		strictTransportSecurity: production && https,
		crossOriginEmbedderPolicy: false,
		referrerPolicy: { policy: 'same-origin' },
	});
}

function listen(server: HttpServer, { PORT, HOST }: ServerSettings): Promise<void> {
	return new Promise((resolve, reject) => {
		server.once('error', (error: NodeJS.ErrnoException) => {
			const taken = error.code === 'EADDRINUSE';
			reject(taken ? new Error(`Port ${PORT} on ${HOST} is in use. Set PORT to another one.`) : error);
		});
		server.listen(PORT, HOST, resolve);
	});
}
