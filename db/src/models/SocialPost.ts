import type { SocialStatus } from '../topics/index.ts';
import { Row } from './Row.ts';

/** A post to X about an event: part of the outbox while pending, of the record for good. */
export class SocialPost extends Row {
	static override tableName = 'social_posts';

	declare id: number;
	declare eventId: number;
	declare keyword: string;
	declare text: string;
	declare status: SocialStatus;
	declare attempts: number;
	declare reason: string | null;
	/** X's id of the post. */
	declare postId: string | null;
	declare createdAt: number;
	declare postedAt: number | null;
	declare nextAt: number;
	declare leaseUntil: number;
}
