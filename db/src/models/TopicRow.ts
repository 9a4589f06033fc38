import type { Brand, Region } from '@dropwire/domain';
import { Row } from './Row.ts';

/** A topic with its id. Every migration makes the table equal to the vocabulary's TOPICS. */
export class TopicRow extends Row {
	static override tableName = 'topics';

	declare id: number;
	declare brand: Brand;
	declare category: string;
	declare region: Region;
	declare status: string;
	declare toolsName: string;
}
