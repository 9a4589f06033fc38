import { WEBHOOK_COLUMNS } from '@dropwire/contract/rows';
import { maskWebhookUrl, TOPICS } from '@dropwire/domain';
import type { Work } from '../command.ts';
import { type ExportOptions, exportRows } from '../rows/export.ts';
import { type ImportOptions, importRows } from '../rows/import.ts';
import type { RowKind } from '../rows/kind.ts';
import { PARTS, placeOf, type TopicOptions, within } from './topics.ts';

/** The operators' webhooks as rows of a file. */
const webhookRows: RowKind = {
	noun: 'webhook',
	plural: 'webhooks',
	...WEBHOOK_COLUMNS,
	groupColumns: PARTS,
	groups: TOPICS.map(({ brand, category, region, status }) => ({ brand, category, region, status })),
	describe: (cells) => `${placeOf(cells)}  ${(cells['label'] ?? '').trim()}  ${maskWebhookUrl(cells['value'] ?? '')}`,
	masked: (cells) => ({ ...cells, value: maskWebhookUrl(cells['value'] ?? '') }),
	send: (api, request) => api.bulkWebhooks({ mode: 'set', ...request }),
	page: (api, at) => api.exportWebhooks(at),
};

export const importWebhooks: Work<ImportOptions & TopicOptions, [string?]> = ({ args: [file], options, globals }) =>
	importRows(webhookRows, file, options, globals, within(options));

export const exportWebhooks: Work<ExportOptions & TopicOptions> = ({ options, globals }) =>
	exportRows(webhookRows, options, globals, within(options)?.holds ?? (() => true));
