import { Row } from './Row.ts';

/** An external monitor that announced how often it calls. */
export class Monitor extends Row {
	static override tableName = 'monitors';
	static override idColumn = 'name';

	declare name: string;
	declare everyMs: number;
	/** The brands that its events were about, as JSON. */
	declare sources: string;
	/** The Discord id of the person whose API token made its last call. */
	declare reportedBy: string;
	/** Its last call, epoch ms, and the number of items in it. */
	declare lastAt: number;
	declare lastEvents: number;
	/** Since when it has called without a pause that makes the next snapshots baselines, epoch ms; null until its next call. */
	declare aliveSince: number | null;
}
