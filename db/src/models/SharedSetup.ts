import { Row } from './Row.ts';

/** A server's setup that others load by a share link. The database holds only the hash of the link's secret. */
export class SharedSetup extends Row {
	static override tableName = 'shared_setups';

	declare id: number;
	declare guildId: string;
	declare secretHash: string;
	/** JSON: the links as they were when the setup was shared, without ids and webhooks. */
	declare links: string;
	/** The number of links. */
	declare count: number;
	declare createdBy: string;
	declare createdAt: number;
	declare expiresAt: number;
}
