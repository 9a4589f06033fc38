import type { ManagedUser } from '@dropwire/bff/contract';
import { safe, writeJson, writeLine } from '../terminal/output.ts';

/** Who somebody is, in a word or two. */
export function roleText({ client, roles }: ManagedUser): string {
	const kind = client === 'true' ? 'client' : 'admin';
	return [...new Set([kind, ...roles])].join(', ');
}

/** Says what became of a user. */
export async function tellUser(user: ManagedUser, what: string, json: boolean | undefined): Promise<void> {
	if (json) return writeJson(user);
	const name = user.username === null ? user.discordId : `${user.username} (${user.discordId})`;
	return writeLine(`${what}: ${safe(name)}, ${roleText(user)}`);
}
