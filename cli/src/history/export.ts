import { contract } from '@dropwire/contract';
import type { Work } from '../command.ts';
import { download, type DownloadOptions } from '../rows/download.ts';

/** `history export`: every change of a product, written while it is received. */
export const run: Work<DownloadOptions, [brand: string, sku: string]> = ({ args: [brand, sku], options, globals }) =>
	download(contract.historyExport.path, { brand, sku }, `The history of ${sku}`, options, globals);
