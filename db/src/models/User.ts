import { Model } from 'objection';
import { Account } from './Account.ts';
import { Row } from './Row.ts';
import { UserRole } from './UserRole.ts';

/** A row of the access list. */
export class User extends Row {
	static override tableName = 'users';
	static override idColumn = 'discordId';
	static override booleans = ['admin'];

	declare discordId: string;
	declare admin: boolean;
	declare createdAt: number;
	declare createdBy: string | null;
	declare roles?: UserRole[];
	declare account?: Account | null;

	static override relationMappings = () => ({
		roles: {
			relation: Model.HasManyRelation,
			modelClass: UserRole,
			join: { from: 'users.discordId', to: 'user_roles.discordId' },
		},
		account: {
			relation: Model.HasOneRelation,
			modelClass: Account,
			join: { from: 'users.discordId', to: 'accounts.discordId' },
		},
	});
}
