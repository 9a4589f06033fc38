import { Row } from './Row.ts';

/** An engine process. It counts as live while its heartbeat is recent. */
export class Worker extends Row {
	static override tableName = 'workers';

	declare id: string;
	declare host: string;
	declare pid: number;
	/** The name of the address from which it sends. Processes with the same name share Discord's limits. */
	declare egress: string;
	declare startedAt: number;
	declare heartbeatAt: number;
}
