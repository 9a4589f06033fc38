import { Row } from './Row.ts';

/** An audit log row: who changed what. Secrets are masked before they are stored. */
export class AuditRow extends Row {
	static override tableName = 'audit';

	declare id: number;
	declare at: number;
	declare actor: string | null;
	/** `bot`: a Discord user through a slash command; `shell`: a person at the server's command line. */
	/** The operator whose bot token made the change in the name of the actor; null for other changes. */
	declare botOwner: string | null;
	declare via: 'session' | 'token' | 'bot' | 'shell';
	/** The call's name in the contract. */
	declare action: string;
	declare target: string | null;
	/** JSON. */
	declare before: string | null;
	declare after: string | null;
	/** The guild that the change is about; null for changes that are not about a guild. */
	declare guildId: string | null;
	/** The webhook that the change is about, by its id at Discord; null for other changes. */
	declare webhook: string | null;
	declare requestId: string | null;
}
