import { Row } from './Row.ts';

/** Who changed what. Secrets are masked before they get here. */
export class AuditRow extends Row {
	static override tableName = 'audit';

	declare id: number;
	declare at: number;
	declare actor: string | null;
	declare via: 'session' | 'token';
	/** The contract's name of the call. */
	declare action: string;
	declare target: string | null;
	/** JSON. */
	declare before: string | null;
	declare after: string | null;
	declare requestId: string | null;
}
