import type { Work } from '../command.ts';
import { type ExportOptions, exportRows } from '../rows/export.ts';
import { webhookRows } from './kind.ts';
import { type TopicOptions, within } from './topics.ts';

export const run: Work<ExportOptions & TopicOptions> = ({ options, globals }) =>
	exportRows(webhookRows, options, globals, within(options)?.holds ?? (() => true));
