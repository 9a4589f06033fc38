import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { constants } from 'node:zlib';
import type { Database } from '@dropwire/db';
import { every } from '@dropwire/domain/jobs';
import { SettingsError } from '@dropwire/domain/settings';
import { createOutageLog, type Engine, openTraces } from '@dropwire/engine';
import Router from '@koa/router';
import Koa from 'koa';
import compress from 'koa-compress';
import helmet from 'helmet';
import type { Logger } from 'pino';
import { openFeatures } from './features.ts';
import { createContext } from './http/createContext.ts';
import { createDrain } from './http/drain.ts';
import { errorHandler } from './http/errorHandler.ts';
import { isMalformed, type Malformed, refuseBadTarget, refuseMalformed } from './http/malformed.ts';
import { noStore } from './http/noStore.ts';
import { serveCalls } from './http/pipeline.ts';
import { createTally } from './http/tally.ts';
import type { ServerSettings } from './settings.ts';

export interface ServerOptions {
	settings: ServerSettings;
	db: Database;
	log: Logger;
	/** Null when the engine runs as a separate process. */
	engine: Engine | null;
	/** The folder of the built web app. */
	webRoot?: string;
}

export interface RunningServer {
	/** `http://host:port`, the address the server listens on. */
	origin: string;
	/**
	 * Reports that it is not ready, for DRAIN_MS; then accepts no more connections, ends live streams, and waits up to
	 * 15 s for the requests in progress.
	 */
	close(): Promise<void>;
}

/**
 * Compresses only JSON, HTML and calendars: streams must not be buffered, the build has already compressed its assets, and images
 * do not shrink.
 */
const COMPRESSION = {
	filter: (type: string) => ['application/json', 'text/html', 'text/calendar'].includes(type),
	threshold: 2048,
	// Level 3 halves long lists compared with gzip and costs a third as much as level 4.
	br: { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } },
	gzip: { level: 4 },
	deflate: false,
	zstd: false,
} as const;

/**
 * Error codes of a client that disconnected, for example by leaving a page with a live stream. These are not server
 * errors.
 */
const HUNG_UP = new Set(['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);

/** How often the database is asked whether an outage is over, ms. */
const ANSWER_EVERY_MS = 5000;

const BUILT_WEB = join(import.meta.dirname, '../../web/dist');

/** Starts the server. Rejects with a one-line message when it cannot listen at HOST and PORT. */
export async function startServer({
	settings,
	db,
	log: parent,
	engine,
	webRoot = BUILT_WEB,
}: ServerOptions): Promise<RunningServer> {
	const outages = createOutageLog(parent);
	const { log } = outages;
	const collector = settings.OTEL_EXPORTER_OTLP_ENDPOINT;
	const traces = collector ? await openTraces('dropwire-server', collector) : null;
	const context = createContext({ settings, db, log, engine, traces });
	const { features, handlers, guilds, close } = openFeatures(context, { engine, webRoot });
	const asking = every(
		ANSWER_EVERY_MS,
		async () => {
			await db.read('select 1 as one', []);
			outages.answered();
		},
		{ onError: (error) => log.error({ err: error }, 'the database gave no answer') },
	);
	const closeAll = async () => {
		await asking.stop();
		await close();
		context.close();
		await traces?.close();
	};
	const app = new Koa(settings.TRUST_PROXY > 0 ? { proxy: true, maxIpsCount: settings.TRUST_PROXY } : {});
	const malformed = createTally<Malformed>((requests, { code }) => {
		log.warn({ requests, code }, 'malformed HTTP requests');
	});
	app.on('error', (error: Error & { code?: string }) => {
		if (isMalformed(error)) malformed.add({ code: error.code });
		else if (!HUNG_UP.has(error.code ?? '')) log.error({ err: error }, 'answering failed');
	});
	app.use(refuseBadTarget(malformed));
	app.use(security(settings));
	for (const { early } of features) if (early) app.use(early);
	app.use(noStore);
	app.use(compress(COMPRESSION));
	app.use(errorHandler(log, malformed, context.state));
	// Each call has one path, for which the session, the limits and the headers are set up.
	const router = new Router({ sensitive: true, strict: true });
	for (const feature of features) feature.mount?.(app, router);
	app.use(serveCalls(router, { handlers, server: context, guilds }));
	app.use(router.routes());

	const handle = app.callback();
	const server = createServer();
	const drain = createDrain(server, (request, response) => void handle(request, response));
	refuseMalformed(server, malformed);
	await listen(server, settings).catch(async (error: unknown) => {
		await closeAll();
		throw error;
	});
	const { port } = server.address() as AddressInfo;
	return {
		origin: `http://${settings.HOST}:${port}`,
		async close() {
			context.state.draining = true;
			drain.begin();
			await sleep(settings.DRAIN_MS);
			// Streams never end without this.
			for (const feature of features) feature.drain?.();
			await drain.close();
			malformed.close();
			await closeAll();
		},
	};
}

/**
 * Security headers. Scripts are loaded only from files of this origin. Inline styles are allowed because the component
 * library sets them.
 */
function security({ PUBLIC_URL, DISCORD_URL, SHOP_URLS, production }: ServerSettings): Koa.Middleware {
	const https = PUBLIC_URL.startsWith('https:');
	const setHeaders = promisify(
		helmet({
			contentSecurityPolicy: {
				useDefaults: false,
				directives: {
					defaultSrc: ["'self'"],
					scriptSrc: ["'self'"],
					styleSrc: ["'self'", "'unsafe-inline'"],
					imgSrc: [
						"'self'",
						'data:',
						'blob:',
						'https:',
						new URL(DISCORD_URL).origin,
						new URL(SHOP_URLS.NIKE_API).origin,
					],
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
			// Headers for outdated browsers, or already covered by the policy above.
			dnsPrefetchControl: false,
			ieNoOpen: false,
			originAgentCluster: false,
			permittedCrossDomainPolicies: false,
			xFrameOptions: false,
			xXssProtection: false,
		}),
	);
	return async (ctx, next) => {
		await setHeaders(ctx.req, ctx.res);
		return next();
	};
}

function listen(server: HttpServer, { PORT, HOST }: ServerSettings): Promise<void> {
	return new Promise((resolve, reject) => {
		server.once('error', (error: NodeJS.ErrnoException) => {
			const { code, message } = error;
			if (code === 'EADDRINUSE') reject(new Error(`Port ${PORT} on ${HOST} is in use. Set PORT to another one.`));
			else if (code === 'EACCES') {
				reject(new Error(`This user cannot listen on port ${PORT}. Set PORT to 1024 or more.`));
			} else {
				const wanted = 'HOST must be an address of this machine, such as 127.0.0.1 or 0.0.0.0';
				reject(new SettingsError(`Invalid configuration: ${wanted}, but ${HOST} is not (${message})`));
			}
		});
		server.listen(PORT, HOST, resolve);
	});
}
