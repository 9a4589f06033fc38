import { contract } from '@dropwire/contract';
import type { Work } from '../command.ts';
import { download, type DownloadOptions } from '../rows/download.ts';

/** `releases export`: every release, written while it is received. */
export const run: Work<DownloadOptions> = ({ options, globals }) =>
	download(contract.releasesExport.path, {}, 'The calendar', options, globals);
