import { Row } from './Row.ts';

/** Where a short address leads, and how often it was followed. */
export class ShortUrl extends Row {
	static override tableName = 'short_urls';
	static override idColumn = 'slug';

	declare slug: string;
	declare url: string;
	declare clicks: number;
	declare createdAt: number;
	declare createdBy: string;
}
