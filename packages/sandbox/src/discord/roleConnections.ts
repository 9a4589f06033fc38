import type Router from '@koa/router';
import type { Context } from 'koa';
import { SANDBOX_APP, SANDBOX_USERS, type SandboxUserName } from '../seeds.ts';
import { failing } from './bot/failing.ts';
import { invalidForm, type Rejection, UNAUTHORIZED } from './errors.ts';
import type { Sessions } from './oauth.ts';
import type { DiscordState, RoleConnection, RoleMetadata } from './state.ts';

const SCOPE = 'role_connections.write';
/** Discord's limit of an application's metadata. */
const MAX_METADATA = 5;
const [MAX_PLATFORM, MAX_USERNAME] = [50, 100];
type Call = Context & { params: Record<string, string> };
const WHOLE_NUMBER = /^-?\d{1,100}$/;

/** Discord's calls for linked roles: the application's metadata, and what it says of a person with that person's token. */
export function roleConnectionRoutes(router: Router, state: DiscordState, sessions: Sessions): void {
	const metadata = '/api/v10/applications/:id/role-connections/metadata';
	const isBot = (ctx: Context) => ctx.get('authorization') === `Bot ${SANDBOX_APP.botToken}`;
	router.get(metadata, async (ctx) => {
		if (await failing(ctx, state, 'roles')) return;
		if (isBot(ctx)) ctx.body = state.roleMetadata;
		else answer(ctx, UNAUTHORIZED);
	});
	router.put(metadata, async (ctx) => {
		if (await failing(ctx, state, 'roles')) return;
		if (!isBot(ctx)) return answer(ctx, UNAUTHORIZED);
		const records = ctx.request.body as RoleMetadata[];
		const isRight = records.length <= MAX_METADATA && records.every(({ key }) => /^[a-z0-9_]{1,50}$/.test(key));
		if (!isRight)
			return answer(ctx, invalidForm({ key: ['BASE_TYPE_BAD_LENGTH', 'Must be 5 or fewer valid records.'] }));
		state.roleMetadata = records;
		ctx.body = records;
	});

	const connection = '/api/v10/users/@me/applications/:id/role-connection';
	/** Does the work for the person of the token, unless a planned fault is in its place. */
	const forPerson = async (ctx: Call, work: (person: SandboxUserName) => void) => {
		const answered = async () => {
			const person = personOf(ctx);
			if (person === null) answer(ctx, UNAUTHORIZED);
			else work(person);
		};
		if (!(await failing(ctx, state, 'roles', answered))) await answered();
	};
	const personOf = (ctx: Call): SandboxUserName | null => {
		const isApp = ctx.params['id'] === SANDBOX_APP.clientId;
		return isApp ? sessions.userOf(ctx.get('authorization'), SCOPE) : null;
	};
	router.put(connection, (ctx) =>
		forPerson(ctx, (person) => {
			const given = ctx.request.body as Partial<RoleConnection>;
			const problem = connectionProblem(given, state.roleMetadata);
			if (problem) return answer(ctx, invalidForm({ metadata: ['INVALID_ROLE_CONNECTION', problem] }));
			const { platform_name = null, platform_username = null, metadata: values = {} } = given;
			const stored = { platform_name, platform_username, metadata: values };
			state.roleConnections.set(SANDBOX_USERS[person].id, stored);
			ctx.body = stored;
			return undefined;
		}),
	);
	router.delete(connection, (ctx) =>
		forPerson(ctx, (person) => {
			state.roleConnections.delete(SANDBOX_USERS[person].id);
			ctx.status = 204;
		}),
	);
}

function connectionProblem(
	{ platform_name, platform_username, metadata = {} }: Partial<RoleConnection>,
	records: readonly RoleMetadata[],
): string | null {
	if ((platform_name?.length ?? 0) > MAX_PLATFORM) return `platform_name: Must be ${MAX_PLATFORM} or fewer in length.`;
	if ((platform_username?.length ?? 0) > MAX_USERNAME)
		return `platform_username: Must be ${MAX_USERNAME} or fewer in length.`;
	const wrong = Object.entries(metadata).find(
		([key, value]) => !records.some((record) => record.key === key) || !WHOLE_NUMBER.test(value),
	);
	return wrong ? `${wrong[0]}: Must be a registered key with a number as text.` : null;
}

function answer(ctx: Context, { status, body }: Rejection): void {
	ctx.status = status;
	ctx.body = body;
}
