import { readRejection } from '@dropwire/engine';
import { z } from 'zod';
import type { ServerSettings } from '../settings.ts';
import type { Discord, Question } from '../discord/discord.ts';
import type { RoleTokens } from './connections.ts';
import { ROLE_METADATA, type RoleFacts, roleValues } from './metadata.ts';

/**
 * What Discord answered. `refused`: these tokens are of no use any more. `wait`: not before this time, for this person or,
 * with `all`, for anybody. `unclear`: the answer proves nothing.
 */
export type RoleAnswer<T = undefined> =
	| { kind: 'done'; value: T }
	| { kind: 'refused'; reason: string }
	| { kind: 'wait'; waitMs: number; all: boolean; reason: string }
	| { kind: 'unclear'; reason: string };

/** Discord's calls for linked roles (its documentation, "Application Role Connection Metadata", "User" and "OAuth2"). Never rejects. */
export interface RoleApi {
	/** Registers what linked roles can ask for, unless Discord has it. */
	register(): Promise<RoleAnswer>;
	/** @param username the person's name here, at most 100 characters */
	put(access: string, username: string, facts: RoleFacts): Promise<RoleAnswer>;
	/** Discord forgets what it knows of the person, and takes the linked roles back. */
	forget(access: string): Promise<RoleAnswer>;
	refresh(refresh: string): Promise<RoleAnswer<RoleTokens>>;
}

const PLATFORM = 'Dropwire';
const TOKEN = '/oauth2/token';
const JSON_TYPE = { 'content-type': 'application/json' };
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' };

/** Discord's answer to a code or a refresh token (its documentation, "Access Token Response"). */
export const TokenAnswer = z.object({
	access_token: z.string(),
	refresh_token: z.string(),
	/** Seconds. */
	expires_in: z.number(),
	scope: z.string(),
});
const Registered = z.array(z.object({ key: z.string(), name: z.string(), description: z.string(), type: z.number() }));

export function tokensOf(answer: z.infer<typeof TokenAnswer>, now = Date.now()): RoleTokens {
	return {
		access: answer.access_token,
		refresh: answer.refresh_token,
		expiresAt: now + answer.expires_in * 1000,
	};
}

export function createRoleApi(
	settings: Pick<ServerSettings, 'DISCORD_CLIENT_ID' | 'DISCORD_CLIENT_SECRET' | 'DISCORD_BOT_TOKEN'>,
	{ ask, invalidRequests }: Pick<Discord, 'ask' | 'invalidRequests'>,
): RoleApi {
	const { DISCORD_CLIENT_ID: id = '', DISCORD_CLIENT_SECRET: secret = '', DISCORD_BOT_TOKEN } = settings;
	const connection = `/users/@me/applications/${id}/role-connection`;
	const metadata = `/applications/${id}/role-connections/metadata`;
	const bot = { authorization: `Bot ${DISCORD_BOT_TOKEN ?? ''}` };

	async function send<T>(
		method: Question['method'],
		path: string,
		{ read, ...question }: Omit<Question, 'method'> & { read: (text: string) => T },
	): Promise<RoleAnswer<T>> {
		try {
			invalidRequests.mustBeFew();
			const { status, header, text } = await ask(path, { method, ...question });
			if (status >= 200 && status < 300) return { kind: 'done', value: read(text) };
			const { next, scope, reason, waitMs } = readRejection(status, header, text);
			if (next === 'pause' || next === 'wait') return { kind: 'wait', waitMs, all: scope === 'address', reason };
			// At the token call, 401 is about the application's secret. Invalid fields say nothing about the tokens.
			const isRefused = path === TOKEN ? text.includes('"invalid_grant"') : status === 401 || status === 403;
			return { kind: isRefused ? 'refused' : 'unclear', reason };
		} catch (error) {
			return { kind: 'unclear', reason: error instanceof Error ? error.message : String(error) };
		}
	}
	const nothing = () => undefined;

	return {
		async register() {
			const known = await send('GET', metadata, { headers: bot, read: (text) => Registered.parse(JSON.parse(text)) });
			if (known.kind !== 'done') return known;
			if (JSON.stringify(known.value) === JSON.stringify(Registered.parse(ROLE_METADATA)))
				return { ...known, value: undefined };
			const body = JSON.stringify(ROLE_METADATA);
			return send('PUT', metadata, { headers: { ...bot, ...JSON_TYPE }, body, read: nothing });
		},
		put: (access, username, facts) =>
			send('PUT', connection, {
				headers: { authorization: `Bearer ${access}`, ...JSON_TYPE },
				body: JSON.stringify({ platform_name: PLATFORM, platform_username: username, metadata: roleValues(facts) }),
				read: nothing,
			}),
		forget: (access) => send('DELETE', connection, { headers: { authorization: `Bearer ${access}` }, read: nothing }),
		refresh: (refresh) =>
			send('POST', TOKEN, {
				headers: FORM_TYPE,
				body: new URLSearchParams({
					grant_type: 'refresh_token',
					refresh_token: refresh,
					client_id: id,
					client_secret: secret,
				}).toString(),
				read: (text) => tokensOf(TokenAnswer.parse(JSON.parse(text))),
			}),
	};
}
