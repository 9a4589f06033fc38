import type { Region } from '@dropwire/domain';
import { Row } from './Row.ts';

/** A source that cannot be read in a region, or at one of its hosts. */
export class SourceOutage extends Row {
	static override tableName = 'source_outages';
	static override idColumn = ['source', 'region', 'host'];

	/** `NIKE`, or `NIKE_REFURBISHED` for another offer. */
	declare source: string;
	declare region: Region;
	/** Empty for a source that is one shop. */
	declare host: string;
	/** When most of its products could first not be read, epoch ms. */
	declare since: number;
	declare reason: string;
	/** When servers were notified, epoch ms; null before that. */
	declare notifiedAt: number | null;
	/** Since when it can be read again, epoch ms; null while it cannot. */
	declare overSince: number | null;
}
