import { createServer, type IncomingMessage, type Server as HttpServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Database } from '@dropwire/db';
import type { Engine } from '@dropwire/engine';
import Koa from 'koa';
import compress from 'koa-compress';
import helmet from 'helmet';
import type { Logger } from 'pino';
import { handlers } from './handlers.ts';
import { serveCalls } from './http/calls.ts';
import { errorExit } from './http/exit.ts';
import { Routes } from './http/routes.ts';
import { web } from './http/web.ts';
import type { ServerSettings } from './settings.ts';
import { createServices } from './services.ts';
import { followKnown } from './shortener/known.ts';
import { signIn } from './signin/discord.ts';

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

/**
 * Long lists are a tenth as long on their way. Streams are not held back; what the build has compressed already is sent
 * as it is; pictures have nothing to gain.
 */
const COMPRESSION = {
	filter: (type: string) => type === 'application/json' || type === 'text/html',
	threshold: 2048,
	gzip: { level: 4 },
	br: false,
	deflate: false,
	zstd: false,
} as const;

/** A client that hung up, as from a live stream whose page it left, is no failure of ours. */
const HUNG_UP = new Set(['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);

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
		if (!HUNG_UP.has(error.code ?? '')) log.error({ err: error }, 'answering failed');
	});
	app.use(security(settings));
	app.use(followKnown(services));
	app.use(compress(COMPRESSION));
	app.use(errorExit(log));
	app.use(web(webRoot));
	const routes = new Routes();
	signIn(app, routes, { db, settings, log, sessions: services.sessions, limiter: services.limiter });
	serveCalls(routes, handlers, services);
	app.use(routes.middleware());

	const handle = app.callback();
	const server = createServer((request, response) => void handle(request, response));
	await listen(server, settings).catch(async (error: unknown) => {
		await services.close();
		throw error;
	});
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

/**
 * Scripts from our own files only; styles may be inline, since the component library sets them so. The headers are the
 * same for every answer, so helmet is asked once.
 */
function security({ PUBLIC_URL, DISCORD_URL, NIKE_API_URL, production }: ServerSettings): Koa.Middleware {
	const https = PUBLIC_URL.startsWith('https:');
	const headers: Record<string, string> = {};
	const setHeaders = helmet({
		contentSecurityPolicy: {
			useDefaults: false,
			directives: {
				defaultSrc: ["'self'"],
				scriptSrc: ["'self'"],
				styleSrc: ["'self'", "'unsafe-inline'"],
				imgSrc: ["'self'", 'data:', 'blob:', 'https:', new URL(DISCORD_URL).origin, new URL(NIKE_API_URL).origin],
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
		xPoweredBy: false,
		// Of use to browsers of the past only, or said by the policy above.
		dnsPrefetchControl: false,
		ieNoOpen: false,
		originAgentCluster: false,
		permittedCrossDomainPolicies: false,
		xFrameOptions: false,
		xXssProtection: false,
	});
	const collected = { setHeader: (name: string, value: string) => void (headers[name] = value) };
	setHeaders({} as IncomingMessage, collected as unknown as ServerResponse, (error?: unknown) => {
		if (error) throw error as Error;
	});
	const set = Object.entries(headers);
	return (ctx, next) => {
		for (const [name, value] of set) ctx.res.setHeader(name, value);
		return next();
	};
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
