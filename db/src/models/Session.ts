import { Row } from './Row.ts';

/** A browser's session. The cookie holds the id; the database only its hash, so that a copy of it signs nobody in. */
export class Session extends Row {
	static override tableName = 'sessions';
	static override idColumn = 'idHash';

	declare idHash: string;
	/** Null until the sign-in is complete. */
	declare discordId: string | null;
	/** The session's data as encrypted JSON: it holds Discord's access token. */
	declare sealed: string;
	declare createdAt: number;
	declare expiresAt: number;
}
