/** The roles that an operator can give; admins are marked in the access list itself. */
export const GIVEN_ROLES = ['editor', 'premium'] as const;
export type GivenRole = (typeof GIVEN_ROLES)[number];

/** What a program's token allows: reading, writing, or acting for any guild as the bot. */
export const TOKEN_SCOPES = ['read', 'write', 'bot'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];
