import { Model } from 'objection';
import { Account } from './Account.ts';
import { Row } from './Row.ts';

/** A person's latest request to be added to the access list. An approved one is deleted. */
export class AccessRequest extends Row {
	static override tableName = 'access_requests';
	static override idColumn = 'discordId';

	declare discordId: string;
	declare note: string;
	declare status: 'open' | 'declined';
	/** Why it was declined. */
	declare reason: string | null;
	declare createdAt: number;
	declare decidedAt: number | null;
	declare account?: Account | null;

	static override relationMappings = () => ({
		account: {
			relation: Model.HasOneRelation,
			modelClass: Account,
			join: { from: 'access_requests.discordId', to: 'accounts.discordId' },
		},
	});
}
