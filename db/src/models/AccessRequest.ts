import type { GivenRole, Persona } from '@dropwire/domain';
import { Model } from 'objection';
import { Account } from './Account.ts';
import { Row } from './Row.ts';

/** A person's latest request for access or for a role. An approved one has lost its note; its times say how long answers take. */
export class AccessRequest extends Row {
	static override tableName = 'access_requests';
	static override idColumn = 'discordId';

	declare discordId: string;
	declare note: string;
	/** What the person says that they are; null if they did not. */
	declare persona: Persona | null;
	/** The plan that the person wants; null for none. */
	declare plan: string | null;
	/** The role that the person asks for; null for access without one. */
	declare role: GivenRole | null;
	declare status: 'open' | 'declined' | 'approved';
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
