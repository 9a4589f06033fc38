import type { Work } from '../command.ts';
import { type ExportOptions, exportRows } from '../rows/export.ts';
import { skuRows } from './kind.ts';
import { type ListOptions, within } from './lists.ts';

export const run: Work<ExportOptions & ListOptions> = ({ options, globals }) =>
	exportRows(skuRows, options, globals, within(options)?.holds ?? (() => true));
