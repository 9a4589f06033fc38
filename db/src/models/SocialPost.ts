import type { SocialStatus } from '@dropwire/domain';
import { Row } from './Row.ts';

/** A post to X about an event. It is pending until it is posted or fails, and then kept as a record. */
export class SocialPost extends Row {
	static override tableName = 'social_posts';

	declare id: number;
	declare eventId: number;
	declare keyword: string;
	declare text: string;
	declare status: SocialStatus;
	declare attempts: number;
	declare reason: string | null;
	/** The post's id at X. */
	declare postId: string | null;
	declare createdAt: number;
	declare postedAt: number | null;
	declare nextAt: number;
	declare leaseUntil: number;
}
