import type { SocialChange } from '../topics/index.ts';
import { Row } from './Row.ts';

/** Words that make an event worth a post. */
export class SocialKeyword extends Row {
	static override tableName = 'social_keywords';

	declare id: number;
	declare groupId: number;
	declare title: string;
	/** As titles are searched: without case and accents. */
	declare titleKey: string;
	declare changeType: SocialChange;
	/** Seconds between two posts of this keyword; 0 for none. */
	declare cooldown: number;
	declare usedAt: number;
}
