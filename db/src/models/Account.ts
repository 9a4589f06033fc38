import { Row } from './Row.ts';

/** A person who signed in with Discord at least once, with the names from the latest sign-in. */
export class Account extends Row {
	static override tableName = 'accounts';
	static override idColumn = 'discordId';

	declare discordId: string;
	declare username: string;
	/** `0` for names without a discriminator. */
	declare discriminator: string;
	declare avatar: string | null;
	/** The language at Discord (`de`, `es-ES`) at the latest sign-in; null if unknown. */
	declare locale: string | null;
	declare signedInAt: number;
}
