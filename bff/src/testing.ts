import { randomUUID } from 'node:crypto';
import { User } from '@dropwire/db';
import { openTestDatabase, TEST_SECRET_KEY, type TestDatabase } from '@dropwire/db/testing';
import { buttonApplication, type Engine, personalOptions, startEngine, xKeys } from '@dropwire/engine';
import { sandboxSources, subscribeEverywhere } from '@dropwire/engine/testing';
import { shopUrls, withShopUrls } from '@dropwire/retailers';
import {
	freePort,
	type Sandbox,
	SANDBOX_APP,
	SANDBOX_EBAY,
	SANDBOX_USERS,
	SANDBOX_X,
	type SandboxUserName,
	startSandbox,
} from '@dropwire/sandbox';
import { describedRequests } from '@dropwire/sandbox/testing';
import type { DestinationStream } from 'pino';
import {
	type CallOutput,
	contract,
	createClient,
	type Client,
	type ClientOptions,
	type Contract,
} from '@dropwire/contract';
import { createLog } from './log.ts';
import { type RunningServer, startServer } from './server.ts';
import { readServerSettings, type ServerSettings } from './settings.ts';
import { makeBotToken } from './tokens/botToken.ts';

export { PROCESS_ENV } from '@dropwire/db/testing';
export { addLivingEngine } from '@dropwire/engine/testing';

const NO_LIMITS = { webhook: null, channel: null, global: null, invalid: null };

/** A client that behaves like a browser: it keeps cookies and sends its origin. */
export interface Browser {
	fetch(path: string, init?: RequestInit): Promise<Response>;
	api: Client<Contract>;
	cookies: Map<string, string>;
	/** The value of its Cookie header. */
	cookieHeader(): string;
}

/** A server with a separate database. The sandbox replaces Discord. */
export interface TestServer {
	db: TestDatabase;
	sandbox: Sandbox;
	server: RunningServer;
	engine: Engine;
	settings: ServerSettings;
	/** A browser that has not signed in. */
	visitor(): Browser;
	/** The Discord bot's client, acting for the person who ran a command. */
	bot(actor?: string, options?: Pick<ClientOptions, 'idempotencyKey' | 'locale'>): Promise<Client<Contract>>;
	/** Makes the engine poll all regions: subscribes one webhook in each, to topics that hardly any product has. */
	subscribeEverywhere(): Promise<void>;
	/** Signs in through the consent page. */
	signIn(name: SandboxUserName): Promise<Browser>;
	close(): Promise<void>;
}

/**
 * Ada is an admin by the settings, Cleo is a client on the access list, and Mia is neither.
 * @param limitFactor RATE_LIMIT_FACTOR; most tests do not test the limits
 * @param logTo receives the lines of the log
 * @param previousSecretKey SECRET_KEY_PREVIOUS
 * @param env settings that differ from the defaults of the tests
 */
export async function openTestServer({
	limitFactor = 1000,
	env = {},
	previousSecretKey,
	logTo,
	webhookChecksPerSecond = 0,
	used,
}: {
	limitFactor?: number;
	previousSecretKey?: string;
	env?: NodeJS.ProcessEnv;
	logTo?: DestinationStream;
	/** The rate at which saved webhooks are verified. Most tests save webhooks that the sandbox does not know. */
	webhookChecksPerSecond?: number;
	/** A database in use, of which nothing is deleted for its age; by default, a new one. */
	used?: TestDatabase;
} = {}): Promise<TestServer> {
	const check = await describedRequests();
	const [db, sandbox] = await Promise.all([
		used ?? openTestDatabase({ previousSecretKey }),
		startSandbox({ limits: NO_LIMITS, check }),
	]);
	const log = createLog(logTo ? 'trace' : (process.env['TEST_LOG'] ?? 'silent'), logTo);
	const settings = {
		...readServerSettings({
			PORT: '0',
			SECRET_KEY: TEST_SECRET_KEY,
			DISCORD_CLIENT_ID: SANDBOX_APP.clientId,
			DISCORD_CLIENT_SECRET: SANDBOX_APP.clientSecret,
			DISCORD_URL: sandbox.origin,
			DISCORD_BOT_TOKEN: SANDBOX_APP.botToken,
			ADMIN_DISCORD_IDS: SANDBOX_USERS.ada.id,
			PRIVATE_SHOPS: sandbox.privateShops,
			X_API_URL: sandbox.xUrl,
			EXCHANGE_RATES_URL: sandbox.exchangeRatesUrl,
			EBAY_API_URL: sandbox.ebayUrl,
			EBAY_CLIENT_ID: SANDBOX_EBAY.clientId,
			EBAY_CLIENT_SECRET: SANDBOX_EBAY.clientSecret,
			...xSettings(),
			METRICS_TOKEN: 'a-token-for-the-metrics',
			RATE_LIMIT_FACTOR: String(limitFactor),
			...withShopUrls(env, shopUrls(sandbox.shopUrl, sandbox.imagesUrl)),
		}),
		// Sign-in needs the redirect address before the server listens, so the port is chosen first.
		PORT: await freePort(),
	};
	settings.PUBLIC_URL = settings.SHORT_URL_1 = `http://127.0.0.1:${settings.PORT}`;
	const engine = await startEngine({
		db,
		log,
		dataDir: db.dataDir,
		discordUrl: sandbox.origin,
		discordRequestsPerSecond: 1_000_000,
		webhookChecksPerSecond,
		sources: sandboxSources(sandbox.origin, undefined, sandbox.privateShops.split(',')),
		searchIntervalMs: 200,
		pollIntervalMs: 300,
		retentionDays: used ? 36_500 : 30,
		auditDays: 365,
		historyDetailDays: 400,
		x: xKeys(settings),
		personal: personalOptions(settings),
		buttonApplication: buttonApplication(settings),
	});
	const server = await startServer({ settings, db, log, engine });
	const cleo = { discordId: SANDBOX_USERS.cleo.id, admin: false, createdAt: 1, createdBy: null };
	if (!used) await User.query(db.knex).insert(cleo);
	return {
		db,
		sandbox,
		server,
		engine,
		settings,
		visitor: () => browser(server.origin),
		async bot(actor, options) {
			const token = await botToken(db);
			return createClient(contract, { origin: server.origin, token, ...(actor && { actor }), ...options });
		},
		subscribeEverywhere: () => subscribeEverywhere(db, sandbox),
		async signIn(name) {
			const person = browser(server.origin);
			await walkSignIn(person, name);
			return person;
		},
		async close() {
			await server.close();
			await engine.stop();
			await sandbox.close();
			await db.close();
		},
	};
}

/** Signs in from /auth, approving as `name` on the consent page. @returns the last address */
export function walkSignIn(person: Browser, name: SandboxUserName, next = '/'): Promise<string> {
	return walk(person, `/auth?next=${encodeURIComponent(next)}`, name);
}

/** Follows all redirects, approving as `name` on the consent page. @returns the last address */
export async function walk(person: Browser, from: string, name: SandboxUserName): Promise<string> {
	let at = from;
	for (let hop = 0; hop < 12; hop++) {
		const response = at.includes('/oauth2/authorize')
			? await fetch(`${at}&as=${name}`, { redirect: 'manual' })
			: await person.fetch(at, { redirect: 'manual' });
		const location = response.headers.get('location');
		if (!location) return at;
		at = location;
	}
	throw new Error(`Signing in went round in circles, at last to ${at}`);
}

/** Creates a token of scope `bot` in Ada's name. */
export async function botToken(db: TestDatabase): Promise<string> {
	return makeBotToken(db, SANDBOX_USERS.ada.id, `bot ${randomUUID()}`);
}

/** A browser without cookies. */
export function browser(origin: string): Browser {
	const cookies = new Map<string, string>();
	const person: Browser = {
		cookies,
		cookieHeader: () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
		async fetch(path, init = {}) {
			const headers = new Headers(init.headers);
			if (!headers.has('origin') && init.method && init.method !== 'GET') headers.set('origin', origin);
			headers.set('cookie', person.cookieHeader());
			const response = await fetch(new URL(path, origin), { ...init, headers });
			for (const line of response.headers.getSetCookie()) {
				const [, cookie, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
				if (cookie && value) cookies.set(cookie, value);
				else if (cookie) cookies.delete(cookie);
			}
			return response;
		},
		api: createClient(contract, { fetch: (url, init) => person.fetch(String(url), init) }),
	};
	return person;
}

/** Nike's groups of webhooks; none for the shape with SKUs. */
export function webhookGroups(answer: CallOutput<Contract['nikeWebhooks']>) {
	return answer.flatMap((item) => ('webhooks' in item ? [item] : []));
}

function xSettings() {
	const { appKey, appSecret, accessToken, accessSecret } = SANDBOX_X;
	return { X_APP_KEY: appKey, X_APP_SECRET: appSecret, X_ACCESS_TOKEN: accessToken, X_ACCESS_SECRET: accessSecret };
}
