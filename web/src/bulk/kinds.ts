import { type BulkResult, maskWebhookUrl, shortenMask } from '@dropwire/contract';
import { type Cells, type RowColumns, SKU_COLUMNS, WEBHOOK_COLUMNS } from '@dropwire/contract/rows';
import { api } from '../api/client.ts';

/** The differences between webhooks and SKUs that the panel depends on. */
export interface BulkKind extends RowColumns {
	/** The plural on the page, for example `webhooks`. */
	plural: string;
	/** Previews rows, or applies the preview with this `planId`. */
	send(rows: readonly Cells[], planId?: string): Promise<BulkResult>;
	page(cursor: string | undefined): Promise<{ rows: readonly Cells[]; nextCursor: string | null }>;
	/** How the preview shows a row: its name, its group or list, its value. */
	show(row: Cells): { name: string; place: string; value: string };
}

const request = (planId: string | undefined) => ({
	mode: 'set' as const,
	...(planId === undefined ? { dryRun: true } : { planId }),
});
const wire = <R>(rows: readonly Cells[]) => rows as readonly unknown[] as R[];

export const WEBHOOK_BULK: BulkKind = {
	...WEBHOOK_COLUMNS,
	plural: 'webhooks',
	send: (rows, planId) => api.bulkWebhooks({ ...request(planId), rows: wire(rows) }),
	page: (cursor) => api.exportWebhooks(cursor ? { cursor } : {}),
	show: ({ brand, category, region, status, label = '', value = '' }) => ({
		name: label,
		place: `${brand} ${category} · ${region} · ${status}`,
		value: shortenMask(maskWebhookUrl(value)),
	}),
};

export const SKU_BULK: BulkKind = {
	...SKU_COLUMNS,
	plural: 'SKUs',
	send: (rows, planId) => api.bulkSkus({ ...request(planId), rows: wire(rows) }),
	page: (cursor) => api.exportSkus(cursor ? { cursor } : {}),
	show: ({ type = '', sku = '', productLink = '', regions = '' }) => ({
		name: sku,
		place: type,
		value: [productLink, regions].filter(Boolean).join(' '),
	}),
};
