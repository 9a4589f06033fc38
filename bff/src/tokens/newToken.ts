import { randomBytes } from 'node:crypto';

/** The prefix of every token, so that a leaked token can be recognized. */
const PREFIX = 'dropwire_';

/** A new API token; only its hash is stored. */
export function newToken(): string {
	return `${PREFIX}${randomBytes(32).toString('base64url')}`;
}
