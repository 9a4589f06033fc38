import { WEBHOOK_COLUMNS } from '@dropwire/bff/contract/rows';
import type { RowKind } from '../rows/kind.ts';
import { masked, spelledAlike } from './address.ts';
import { placeOf } from './topics.ts';

/** Webhooks of the operators' groups as rows of a file. */
export const webhookRows: RowKind = {
	plural: 'webhooks',
	...WEBHOOK_COLUMNS,
	place: placeOf,
	name: ({ label = '' }) => label.trim(),
	value: ({ value = '' }) => spelledAlike(value),
	uniqueValues: true,
	nameColumn: 'label',
	valueColumn: 'value',
	describe: (cells) => `${placeOf(cells)}  ${(cells['label'] ?? '').trim()}  ${masked(cells['value'] ?? '')}`,
	masked: (cells) => ({ ...cells, value: masked(cells['value'] ?? '') }),
	send: (api, rows, dryRun) => api.bulkWebhooks({ dryRun, rows: [...rows] }),
	page: (api, cursor) => api.exportWebhooks({ ...(cursor !== undefined && { cursor }) }),
};
