import { Row } from './Row.ts';

/**
 * A browser's session. The cookie holds the id, but the database holds only its hash, so a copy of the database cannot
 * be used to sign in.
 */
export class Session extends Row {
	static override tableName = 'sessions';
	static override idColumn = 'idHash';

	declare idHash: string;
	/** Null until the sign-in is complete. */
	declare discordId: string | null;
	/** The session's data as encrypted JSON. It contains Discord's access token. */
	declare sealed: string;
	declare createdAt: number;
	declare expiresAt: number;
	/** When the session was last used, accurate to the minute; 0 before the first use. */
	declare usedAt: number;
	/** The browser's User-Agent header, truncated to 255 characters. */
	declare userAgent: string | null;
}
