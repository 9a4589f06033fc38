import type { SocialChange } from '@dropwire/domain';
import { Row } from './Row.ts';

/** Keywords: if a product's title contains them, its event leads to a post. */
export class SocialKeyword extends Row {
	static override tableName = 'social_keywords';

	declare id: number;
	declare groupId: number;
	declare title: string;
	/** The keywords as used in title searches, without case and accents. */
	declare titleKey: string;
	declare changeType: SocialChange;
	/** Minimum number of seconds between two posts of this keyword; 0 for none. */
	declare cooldown: number;
	declare usedAt: number;
}
