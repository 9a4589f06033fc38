import { Row } from './Row.ts';

/** Who changed what. Secrets are masked before they get here. */
export class AuditRow extends Row {
	static override tableName = 'audit';

	declare id: number;
	declare at: number;
	declare actor: string | null;
	/** `bot`: a Discord user through a slash command; `shell`: somebody at the server's own command line. */
	declare via: 'session' | 'token' | 'bot' | 'shell';
	/** The contract's name of the call. */
	declare action: string;
	declare target: string | null;
	/** JSON. */
	declare before: string | null;
	declare after: string | null;
	/** The guild that it is about; null for what is about none. */
	declare guildId: string | null;
	declare requestId: string | null;
}
