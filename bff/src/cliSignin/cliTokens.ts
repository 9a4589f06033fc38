import type { TokenScope } from '@dropwire/domain';

/** The scopes of a command line token. */
export const SCOPES: TokenScope[] = ['read', 'write'];
/** Lifetime of a command line token. */
export const TOKEN_MS = 90 * 86_400_000;
