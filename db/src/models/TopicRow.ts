import type { Brand, Region } from '../topics/index.ts';
import { Row } from './Row.ts';

/** A topic with its id. The table is kept equal to the vocabulary's TOPICS. */
export class TopicRow extends Row {
	static override tableName = 'topics';

	declare id: number;
	declare brand: Brand;
	declare category: string;
	declare region: Region;
	declare status: string;
	declare toolsName: string;
}
