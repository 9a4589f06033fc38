import type { ManagedUser } from '@dropwire/contract';

/** A user's name. Discord sends the discriminator '0' for users who have none. */
export function nameOf({ username, discriminator }: Pick<ManagedUser, 'username' | 'discriminator'>): string {
	if (username === null) return 'Not authorized';
	return discriminator === '0' ? username : `${username}#${discriminator}`;
}
