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
	/** The plan's name, as an operator wrote it. */
	declare plan: string | null;
	/** When access becomes read-only; null for never, as for every admin. */
	declare expiresAt: number | null;
	/** For operators only. */
	declare note: string | null;
	/** The latest request, accurate to the hour; null for never. */
	declare lastSeenAt: number | null;
	/** When the person was warned of `expiresAt`; null before that, and again with another `expiresAt`. */
	declare warnedAt: number | null;
	/** When the expiry was carried out; null before that, and again with another `expiresAt`. */
	declare expiredAt: number | null;
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
