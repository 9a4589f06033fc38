import type { Brand, Region, ReleaseKind } from '@dropwire/domain';
import { Row } from './Row.ts';

/** A change of a release that has no message yet. */
export class ReleaseNews extends Row {
	static override tableName = 'release_news';

	declare id: number;
	declare brand: Brand;
	declare region: Region;
	declare kind: ReleaseKind;
	/** Snapshots as JSON. */
	declare before: string | null;
	declare after: string | null;
	declare at: number;
	/** When it is published at the latest. */
	declare dueAt: number;
	/** The call whose reports share a message. */
	declare round: string | null;
}
