import { Row } from './Row.ts';

/** A short URL with its target and click count. */
export class ShortUrl extends Row {
	static override tableName = 'short_urls';
	static override idColumn = 'slug';

	declare slug: string;
	declare url: string;
	declare clicks: number;
	declare createdAt: number;
	declare createdBy: string;
}
