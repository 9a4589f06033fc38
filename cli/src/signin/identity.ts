import type { CurrentUser } from '@dropwire/bff/contract';
import { notAllowed } from '../failure.ts';
import type { Api } from '../server/client.ts';

/** Whom the token stands for. @throws Failure (not signed in), ApiError */
export async function identityOf(api: Api): Promise<CurrentUser> {
	const user = await api.currentUser();
	if (user === 'unauthorized')
		throw notAllowed('The server does not know this token, or it is over.', 'Sign in: dropwire login');
	return user;
}

export function rolesText({ client, roles }: CurrentUser): string {
	return roles.length > 0 ? roles.join(', ') : client === 'true' ? 'client' : 'admin';
}
