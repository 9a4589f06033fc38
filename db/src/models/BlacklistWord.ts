import type { SocialCategory } from '../topics/index.ts';
import { Row } from './Row.ts';

/** A word whose presence in a title forbids a post of its category. */
export class BlacklistWord extends Row {
	static override tableName = 'blacklist_words';

	declare id: number;
	declare category: SocialCategory;
	declare blacklistword: string;
	/** As titles are searched: without case and accents. */
	declare wordKey: string;
}
