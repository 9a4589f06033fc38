import type { Region } from '@dropwire/domain';
import { Row } from './Row.ts';

/** What one engine process watches of a source in a region, or at one of its hosts, and when that was checked. */
export class SourceRound extends Row {
	static override tableName = 'source_rounds';
	static override idColumn = ['worker', 'source', 'region', 'host'];

	declare worker: string;
	/** `NIKE`, or `NIKE_REFURBISHED` for another offer. */
	declare source: string;
	declare region: Region;
	/** Empty for a source that is one shop. */
	declare host: string;
	/** The numbers of products that are watched, that no check ever read, and that the last check could not read. */
	declare watched: number;
	declare neverChecked: number;
	declare blocked: number;
	/** The duration of a round over all products within the budget, ms. */
	declare roundMs: number;
	/** The oldest among the latest checks; 95 % of the products were checked after `p95CheckAt`. */
	declare oldestCheckAt: number | null;
	declare p95CheckAt: number | null;
	/**
	 * Since when the product that waits longest for its check has waited in this process; null if all are blocked. Time
	 * before the process watched it does not count, so that a restart is no delay.
	 */
	declare waitingSince: number | null;
	/** When a stored snapshot last changed. */
	declare lastChangeAt: number | null;
	/** Since when a product has been blocked, and why; null if none is. */
	declare blockedSince: number | null;
	declare blockedReason: string | null;
	/** Since when its answers have been suspect, although they can be read, and why; null if they are not. */
	declare suspectSince: number | null;
	declare suspectReason: string | null;
	/** How often its products change and are checked, as JSON; null before that is known. */
	declare pace: string | null;
}
