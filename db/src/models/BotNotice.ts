import { Row } from './Row.ts';

/** A message that the bot writes once, to a person or to a server's admins. */
export class BotNotice extends Row {
	static override tableName = 'bot_notices';

	declare id: number;
	/** Unique: what the notice is about. */
	declare key: string;
	declare kind: 'expiring' | 'expired' | 'approved' | 'declined' | 'product' | 'link';
	declare discordId: string | null;
	declare guildId: string | null;
	/** What its text needs, as JSON. */
	declare data: string;
	declare status: 'pending' | 'sent' | 'undeliverable' | 'obsolete';
	/** The earliest next attempt; while a bot process sends it, the end of that process's lease. */
	declare notBefore: number;
	declare lease: string | null;
	declare attempts: number;
	/** Why the last attempt failed. */
	declare reason: string | null;
	declare createdAt: number;
	declare doneAt: number | null;
}
