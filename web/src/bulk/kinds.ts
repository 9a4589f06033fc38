import type { BulkResult } from '@dropwire/bff/contract';
import { type Cells, type RowColumns, SKU_COLUMNS, WEBHOOK_COLUMNS } from '@dropwire/bff/contract/rows';
import { api } from '../data/client.ts';
import { masked } from '../webhooks/masked.ts';

/** What the panel needs to know of webhooks, or of SKUs. */
export interface BulkKind extends RowColumns {
	/** `webhooks`, as the page calls them. */
	plural: string;
	send(rows: readonly Cells[], dryRun: boolean): Promise<BulkResult>;
	page(cursor: string | undefined): Promise<{ rows: readonly Cells[]; nextCursor: string | null }>;
	/** How the plan shows a row: its name, where it belongs, what it says. */
	show(row: Cells): { name: string; place: string; value: string };
}

const wire = <R>(rows: readonly Cells[]) => rows as readonly unknown[] as R[];

export const WEBHOOK_BULK: BulkKind = {
	...WEBHOOK_COLUMNS,
	plural: 'webhooks',
	send: (rows, dryRun) => api.bulkWebhooks({ dryRun, rows: wire(rows) }),
	page: (cursor) => api.exportWebhooks(cursor ? { cursor } : {}),
	show: ({ brand, category, region, status, label = '', value = '' }) => ({
		name: label,
		place: `${brand} ${category} · ${region} · ${status}`,
		value: masked(value),
	}),
};

export const SKU_BULK: BulkKind = {
	...SKU_COLUMNS,
	plural: 'SKUs',
	send: (rows, dryRun) => api.bulkSkus({ dryRun, rows: wire(rows) }),
	page: (cursor) => api.exportSkus(cursor ? { cursor } : {}),
	show: ({ type = '', sku = '', productLink = '' }) => ({ name: sku, place: type, value: productLink }),
};
