import type { CurrentUser } from '@dropwire/contract';

/** Whether a user has access to the product query (spec 1, section 6). */
export function seesProducts({ roles }: CurrentUser): boolean {
	return roles.includes('premium') || roles.includes('admin');
}
