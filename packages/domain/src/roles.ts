/** The roles that an operator can give; admins are marked in the access list itself. */
export const GIVEN_ROLES = ['editor', 'premium'] as const;
export type GivenRole = (typeof GIVEN_ROLES)[number];

/** The roles as people who ask for one read them. */
export const ROLE_NAMES: Readonly<Record<GivenRole, string>> = { editor: 'Editor', premium: 'Premium' };

/** What a program's token allows: reading, writing, or acting for any guild as the bot. */
export const TOKEN_SCOPES = ['read', 'write', 'bot'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

/** What people who request access say that they are. */
export const PERSONAS = ['reseller', 'server_admin', 'editor'] as const;
export type Persona = (typeof PERSONAS)[number];
