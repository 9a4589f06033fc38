import type { GivenRole } from '@dropwire/domain';
import { Row } from './Row.ts';

export class UserRole extends Row {
	static override tableName = 'user_roles';
	static override idColumn = ['discordId', 'role'];

	declare discordId: string;
	declare role: GivenRole;
}
