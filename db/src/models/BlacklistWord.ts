import type { SocialCategory } from '@dropwire/domain';
import { Row } from './Row.ts';

/** A word that blocks posts of its category if the title contains it. */
export class BlacklistWord extends Row {
	static override tableName = 'blacklist_words';

	declare id: number;
	declare category: SocialCategory;
	declare blacklistword: string;
	/** The word as used in title searches, without case and accents. */
	declare wordKey: string;
}
