import type { ManagedUser } from '@dropwire/contract';
import { dateTime } from '../terminal/time.ts';
import { safe, writeJson, writeLine } from '../terminal/output.ts';

/** `admin` or `client`, followed by the roles. */
export function roleText({ client, roles }: ManagedUser): string {
	const kind = client === 'true' ? 'client' : 'admin';
	return [...new Set([kind, ...roles])].join(', ');
}

/** Prints a changed user, with the change: `added: Ada (100000000000000001), client`. */
export async function writeUser(user: ManagedUser, action: string, json: boolean | undefined): Promise<void> {
	if (json) return writeJson(user);
	return writeLine(`${action}: ${userText(user)}`);
}

/** A user in one line: name, id, roles, plan and expiry. */
export function userText(user: ManagedUser): string {
	const name = user.username === null ? user.discordId : `${user.username} (${user.discordId})`;
	const { plan, expiresAt } = user;
	const terms = [plan && `plan ${safe(plan)}`, expiresAt !== null && `expires ${dateTime(expiresAt)}`].filter(Boolean);
	return [safe(name), roleText(user), ...terms].join(', ');
}
