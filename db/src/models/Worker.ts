import { Row } from './Row.ts';

/** An engine process, alive while its heartbeat is young. */
export class Worker extends Row {
	static override tableName = 'workers';

	declare id: string;
	declare host: string;
	declare pid: number;
	declare startedAt: number;
	declare heartbeatAt: number;
}
