import { Row } from './Row.ts';

/** The roles that an operator can give; `admin` stands in the access list itself. */
export const GIVEN_ROLES = ['editor', 'premium'] as const;
export type GivenRole = (typeof GIVEN_ROLES)[number];

export class UserRole extends Row {
	static override tableName = 'user_roles';
	static override idColumn = ['discordId', 'role'];

	declare discordId: string;
	declare role: GivenRole;
}
