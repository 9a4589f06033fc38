import { randomUUID } from 'node:crypto';
import { User } from '@dropwire/db';
import { openTestDatabase, TEST_SECRET_KEY, type TestDatabase } from '@dropwire/db/testing';
import { type Engine, IMAGE_HOSTS, startEngine, xKeys } from '@dropwire/engine';
import {
	freePort,
	type Sandbox,
	SANDBOX_APP,
	SANDBOX_USERS,
	SANDBOX_X,
	type SandboxUserName,
	startSandbox,
} from '@dropwire/sandbox';
import { pino } from 'pino';
import { contract, createClient, type Client, type Contract } from '../contract/index.ts';
import { type RunningServer, startServer } from './server.ts';
import { readServerSettings, type ServerSettings } from './settings.ts';
import { makeBotToken } from './tokens/botToken.ts';

const NO_LIMITS = { webhook: null, channel: null, global: null, invalid: null };

/** A browser as far as the server can tell: it keeps cookies and says where it comes from. */
export interface Browser {
	fetch(path: string, init?: RequestInit): Promise<Response>;
	api: Client<Contract>;
	cookies: Map<string, string>;
	/** Its Cookie header. */
	cookieHeader(): string;
}

/** The whole server on a database of its own, with the sandbox as its Discord. */
export interface House {
	db: TestDatabase;
	sandbox: Sandbox;
	server: RunningServer;
	engine: Engine;
	settings: ServerSettings;
	/** Somebody who has not signed in. */
	visitor(): Browser;
	/** What the Discord bot calls with, for the person who gave a command. */
	bot(actor?: string): Promise<Client<Contract>>;
	/** Signs in through the consent page. */
	signIn(name: SandboxUserName): Promise<Browser>;
	close(): Promise<void>;
}

/** Ada is admin by the settings, Cleo a client on the access list, Mia neither. */
export async function openHouse({ limitFactor = 1000 }: { limitFactor?: number } = {}): Promise<House> {
	const [db, sandbox] = await Promise.all([openTestDatabase(), startSandbox({ limits: NO_LIMITS })]);
	const log = pino({ level: process.env['TEST_LOG'] ?? 'silent' });
	const settings = {
		...readServerSettings({
			PORT: '0',
			SECRET_KEY: TEST_SECRET_KEY,
			DISCORD_CLIENT_ID: SANDBOX_APP.clientId,
			DISCORD_CLIENT_SECRET: SANDBOX_APP.clientSecret,
			DISCORD_URL: sandbox.origin,
			ADMIN_DISCORD_IDS: SANDBOX_USERS.ada.id,
			NIKE_API_URL: sandbox.nikeUrl,
			...Object.fromEntries(Object.keys(IMAGE_HOSTS).map((name) => [name, sandbox.imagesUrl])),
			ADIDAS_API_URL: sandbox.adidasUrl,
			X_API_URL: sandbox.xUrl,
			...xSettings(),
			METRICS_TOKEN: 'a-token-for-the-metrics',
		}),
		// The port is only known once it listens; the sign-in's way back is fixed before.
		PORT: await freePort(),
	};
	settings.PUBLIC_URL = `http://127.0.0.1:${settings.PORT}`;
	const engine = await startEngine({
		db,
		log,
		discordUrl: sandbox.origin,
		discordRequestsPerSecond: 1_000_000,
		nikeApiUrl: sandbox.nikeUrl,
		nikeCallsPerMinute: 60_000,
		pollIntervalMs: 300,
		retentionDays: 30,
		x: xKeys(settings),
	});
	const server = await startServer({ settings, db, log, engine, limitFactor });
	await User.query(db.knex).insert({ discordId: SANDBOX_USERS.cleo.id, admin: false, createdAt: 1, createdBy: null });
	return {
		db,
		sandbox,
		server,
		engine,
		settings,
		visitor: () => browser(server.origin),
		async bot(actor) {
			const token = await botToken(db);
			return createClient(contract, { origin: server.origin, token, ...(actor && { actor }) });
		},
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

/** Signs in from /auth on, saying yes as `name` on the consent page. @returns the last address */
export function walkSignIn(person: Browser, name: SandboxUserName, next = '/'): Promise<string> {
	return walk(person, `/auth?next=${encodeURIComponent(next)}`, name);
}

/** Follows the redirects to the end, saying yes as `name` on the consent page. @returns the last address */
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

/** A new token of scope `bot`, in Ada's name. */
export async function botToken(db: TestDatabase): Promise<string> {
	return makeBotToken(db, SANDBOX_USERS.ada.id, `bot ${randomUUID()}`);
}

function browser(origin: string): Browser {
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

function xSettings() {
	const { appKey, appSecret, accessToken, accessSecret } = SANDBOX_X;
	return { X_APP_KEY: appKey, X_APP_SECRET: appSecret, X_ACCESS_TOKEN: accessToken, X_ACCESS_SECRET: accessSecret };
}
