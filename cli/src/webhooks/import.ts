import type { Work } from '../command.ts';
import { type ImportOptions, importRows } from '../rows/import.ts';
import { webhookRows } from './kind.ts';
import { type TopicOptions, within } from './topics.ts';

export const run: Work<ImportOptions & TopicOptions> = ({ args, options, globals }) =>
	importRows(webhookRows, args[0] as string | undefined, options, globals, within(options));
