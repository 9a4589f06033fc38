import type { CurrentUser } from '@dropwire/contract';
import type { Work } from '../command.ts';
import { notAllowed } from '../failure.ts';
import { type Api, openClient } from '../server/client.ts';
import { openSession } from '../server/session.ts';
import { safe, writeJson, writeLine } from '../terminal/output.ts';

/** The account of the token. @throws Failure (not signed in), ApiError */
export async function identityOf(api: Api): Promise<CurrentUser> {
	const user = await api.currentUser();
	if (user === 'unauthorized') throw notAllowed('The token is invalid or has expired.', 'Sign in: dropwire login');
	return user;
}

export function rolesText({ client, roles }: CurrentUser): string {
	return roles.length > 0 ? roles.join(', ') : client === 'true' ? 'client' : 'admin';
}

/** `whoami` */
export const whoami: Work = async ({ globals }) => {
	const session = openSession(globals);
	const user = await identityOf(openClient(session));
	const { url, profile } = session;
	if (globals.json) return writeJson({ url, profile, ...user });
	return writeLine(`${safe(user.username)} (${rolesText(user)}) at ${url}`);
};
