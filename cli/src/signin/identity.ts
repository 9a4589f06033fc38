import type { CurrentUser } from '@dropwire/contract';
import { notAllowed } from '../failure.ts';
import type { Api } from '../server/client.ts';

/** The account of the token. @throws Failure (not signed in), ApiError */
export async function identityOf(api: Api): Promise<CurrentUser> {
	const user = await api.currentUser();
	if (user === 'unauthorized') throw notAllowed('The token is invalid or has expired.', 'Sign in: dropwire login');
	return user;
}

export function rolesText({ client, roles }: CurrentUser): string {
	return roles.length > 0 ? roles.join(', ') : client === 'true' ? 'client' : 'admin';
}
