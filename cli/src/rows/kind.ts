import type { BulkResult } from '@dropwire/bff/contract';
import type { Cells, RowColumns } from '@dropwire/bff/contract/rows';
import type { Api } from '../server/client.ts';

/** What importing and exporting need to know of webhooks, or of SKUs. */
export interface RowKind extends RowColumns {
	/** `webhooks`, as messages call them. */
	plural: string;
	/** The group or list that the row belongs to, in one spelling. */
	place(cells: Cells): string;
	/** What names the row within its place, in one spelling. */
	name(cells: Cells): string;
	/** What the row says, in one spelling: equal means that nothing changes. */
	value(cells: Cells): string;
	/** Whether a value may stand only once within its place. */
	uniqueValues: boolean;
	/** The columns of name and value, for what is said about them. */
	nameColumn: string;
	valueColumn: string;
	/** For people, without secrets. */
	describe(cells: Cells): string;
	/** The row as `--json` has it, without secrets. */
	masked(cells: Cells): Cells;
	/** Sends rows with an action, as one transaction. */
	send(api: Api, rows: readonly (Cells & { action: 'SET' | 'UNSET' })[], dryRun: boolean): Promise<BulkResult>;
	/** A page of all that stands. */
	page(api: Api, cursor: string | undefined): Promise<{ rows: readonly Cells[]; nextCursor: string | null }>;
}

/** All that stands, page by page. */
export async function* standingPages(kind: RowKind, api: Api): AsyncGenerator<readonly Cells[]> {
	for (let cursor: string | undefined; ;) {
		const { rows, nextCursor } = await kind.page(api, cursor);
		yield rows;
		if (nextCursor === null) return;
		cursor = nextCursor;
	}
}
