import { WEBHOOK_COLUMNS } from '@dropwire/contract/rows';
import { maskWebhookUrl, TOPICS } from '@dropwire/domain';
import type { RowKind } from '../rows/kind.ts';
import { PARTS, placeOf } from './topics.ts';

/** The operators' webhooks as rows of a file. */
export const webhookRows: RowKind = {
	plural: 'webhooks',
	...WEBHOOK_COLUMNS,
	groupColumns: PARTS,
	groups: TOPICS.map(({ brand, category, region, status }) => ({ brand, category, region, status })),
	describe: (cells) => `${placeOf(cells)}  ${(cells['label'] ?? '').trim()}  ${maskWebhookUrl(cells['value'] ?? '')}`,
	masked: (cells) => ({ ...cells, value: maskWebhookUrl(cells['value'] ?? '') }),
	send: (api, request) => api.bulkWebhooks({ mode: 'set', ...request }),
	page: (api, cursor) => api.exportWebhooks({ ...(cursor !== undefined && { cursor }) }),
};
