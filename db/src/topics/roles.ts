/** The roles that an operator can give; `admin` stands in the access list itself. */
export const GIVEN_ROLES = ['editor', 'premium'] as const;
export type GivenRole = (typeof GIVEN_ROLES)[number];

/** What a program's token may do: look, change, or act for any guild in the bot's name. */
export const TOKEN_SCOPES = ['read', 'write', 'bot'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];
