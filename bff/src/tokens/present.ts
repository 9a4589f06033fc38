import type { ApiToken } from '@dropwire/db';

/** A token as its owner sees it, without the token itself. */
export function presentToken({ id, name, scopes, createdAt, expiresAt, lastUsedAt }: ApiToken) {
	return { id: String(id), name, scopes: scopes.split(','), createdAt, expiresAt, lastUsedAt: lastUsedAt ?? null };
}
