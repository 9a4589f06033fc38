import { Row } from './Row.ts';

/** A person after the first sign-in with Discord, with the names from the latest one, or after the first watch by the bot. */
export class Account extends Row {
	static override tableName = 'accounts';
	static override idColumn = 'discordId';

	declare discordId: string;
	/** Empty before the first sign-in. */
	declare username: string;
	/** `0` for names without a discriminator. */
	declare discriminator: string;
	declare avatar: string | null;
	/** The language at Discord (`de`, `es-ES`) at the latest sign-in; null if unknown. */
	declare locale: string | null;
	/** 0 before the first sign-in. */
	declare signedInAt: number;
}
