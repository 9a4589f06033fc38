import type { Work } from '../command.ts';
import { type ImportOptions, importRows } from '../rows/import.ts';
import { skuRows } from './kind.ts';
import { type ListOptions, within } from './lists.ts';

export const run: Work<ImportOptions & ListOptions> = ({ args, options, globals }) =>
	importRows(skuRows, args[0] as string | undefined, options, globals, within(options));
