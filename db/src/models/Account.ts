import { Row } from './Row.ts';

/** Anyone who has signed in with Discord, as Discord named them then. */
export class Account extends Row {
	static override tableName = 'accounts';
	static override idColumn = 'discordId';

	declare discordId: string;
	declare username: string;
	/** `0` for names of the new kind. */
	declare discriminator: string;
	declare avatar: string | null;
	declare signedInAt: number;
}
