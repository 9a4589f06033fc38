import { Row } from './Row.ts';

/** The deliveries that ended in one minute, counted by one writer with the outcomes. */
export class OutcomeMinute extends Row {
	static override tableName = 'outcome_minutes';
	static override idColumn = ['minute', 'writer'];

	/** The start of the minute, epoch milliseconds. */
	declare minute: number;
	declare writer: string;
	declare sent: number;
	/** Edits of sent messages; `sent` does not count them. */
	declare edited: number;
	declare failed: number;
	declare expired: number;
}
