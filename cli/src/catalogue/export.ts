import { contract } from '@dropwire/contract';
import type { Work } from '../command.ts';
import { download, type DownloadOptions } from '../rows/download.ts';

/** `catalogue export`: the whole catalogue, written while it is received. */
export const run: Work<DownloadOptions> = ({ options, globals }) =>
	download(contract.catalogueExport.path, {}, 'The catalogue', options, globals);
