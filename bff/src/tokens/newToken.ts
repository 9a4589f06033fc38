import { randomBytes } from 'node:crypto';

/** Begins every token, so that one that leaked is recognised for what it is. */
const PREFIX = 'dropwire_';

/** A new API token; only its hash is kept. */
export function newToken(): string {
	return `${PREFIX}${randomBytes(32).toString('base64url')}`;
}
