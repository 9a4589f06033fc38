import { Row } from './Row.ts';

/** The post of a forum that a webhook's messages about a product go to. */
export class ForumPost extends Row {
	static override tableName = 'forum_posts';

	declare id: number;
	declare webhookId: number;
	/** `source/sku/region/offer` */
	declare product: string;
	declare threadId: string;
	declare createdAt: number;
}
