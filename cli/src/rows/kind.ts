import type { BulkResult } from '@dropwire/contract';
import type { Cells, RowColumns } from '@dropwire/contract/rows';
import type { Api } from '../server/client.ts';
import { pagesOf } from '../server/pages.ts';

/** Part of a request to a bulk call; `groups` are groups to prune in addition to those of the rows. */
export interface BulkRequest {
	dryRun: boolean;
	prune: boolean;
	groups: Cells[];
	rows: Cells[];
	planId?: string;
}

/** The differences between webhooks and SKUs that imports and exports depend on. */
export interface RowKind extends RowColumns {
	/** In messages, for example `webhook` and `webhooks`. */
	noun: string;
	plural: string;
	/** The columns that identify the row's group or list. */
	groupColumns: readonly string[];
	/** All groups or lists. */
	groups: readonly Cells[];
	/** The row as text for users, without secrets. */
	describe(cells: Cells): string;
	/** The row as `--json` writes it, without secrets. */
	masked(cells: Cells): Cells;
	/** Sends rows as one transaction, in mode `set`. */
	send(api: Api, request: BulkRequest): Promise<BulkResult>;
	/** Fetches one page of the export. */
	page(api: Api, at: { cursor?: string }): Promise<{ rows: readonly Cells[]; nextCursor: string | null }>;
}

/** The row's group or list as a normalized key. */
export function groupOf({ groupColumns }: RowKind, cells: Cells): string {
	return groupColumns.map((column) => (cells[column] ?? '').trim().toUpperCase()).join(' ');
}

/** All rows, page by page. */
export function exportPages(kind: RowKind, api: Api): AsyncGenerator<readonly Cells[]> {
	return pagesOf(async (at) => {
		const { rows, nextCursor } = await kind.page(api, at);
		return { data: rows, nextCursor };
	});
}
