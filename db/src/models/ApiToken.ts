import { Row } from './Row.ts';

/** A program's key, shown once and stored as a hash. */
export class ApiToken extends Row {
	static override tableName = 'api_tokens';

	declare id: number;
	declare discordId: string;
	declare name: string;
	declare tokenHash: string;
	/** Comma-separated. */
	declare scopes: string;
	declare createdAt: number;
	declare expiresAt: number | null;
	declare lastUsedAt: number | null;
}
