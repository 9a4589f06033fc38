import { Row } from './Row.ts';

/** A member's token of a retailer. It is sealed with the member as associated data, and never sent to a client. */
export class RetailerToken extends Row {
	static override tableName = 'retailer_tokens';
	static override idColumn = 'discordId';

	declare discordId: string;
	declare sealed: string;
	declare savedAt: number;
	declare expiresAt: number;
}
