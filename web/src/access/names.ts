import type { ManagedUser } from '@dropwire/contract';
import { ago } from '../ui/format.ts';

/** A user's name. Discord sends the discriminator '0' for users who have none. */
export function nameOf({ username, discriminator }: Pick<ManagedUser, 'username' | 'discriminator'>): string {
	if (username === null) return 'Not signed in yet';
	return discriminator === '0' ? username : `${username}#${discriminator}`;
}

/** When a user last used Dropwire: `12m ago`, `never`, or a dash after a sign-in whose time is unknown. */
export function lastSeen({ lastSeenAt, username }: Pick<ManagedUser, 'lastSeenAt' | 'username'>): string {
	return lastSeenAt === null && username !== null ? '–' : ago(lastSeenAt);
}
