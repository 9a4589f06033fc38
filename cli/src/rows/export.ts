import type { Cells } from '@dropwire/contract/rows';
import { counted } from '@dropwire/domain';
import { rmSync } from 'node:fs';
import { open, realpath, rename, stat } from 'node:fs/promises';
import { Failure, usage } from '../failure.ts';
import { openApi } from '../server/client.ts';
import type { Globals } from '../server/session.ts';
import { isFiltered, note, write, writeJsonText } from '../terminal/output.ts';
import { formatOf } from './formats.ts';
import { exportPages, type RowKind } from './kind.ts';
import { rowWriter } from './write.ts';

export interface ExportOptions {
	format?: string;
	output?: string;
}

/**
 * `export`: all rows that match `holds`. The order does not depend on the rows' history, so equal lists give equal
 * files.
 */
export async function exportRows(
	kind: RowKind,
	{ format, output }: ExportOptions,
	globals: Globals,
	holds: (cells: Cells) => boolean,
): Promise<void> {
	const chosen = formatOf(format, output) ?? (globals.json ? 'json' : 'csv');
	const toStdout = output === undefined || output === '-';
	const filters = isFiltered() && globals.json === true;
	if (filters && (chosen !== 'json' || !toStdout))
		throw usage('--jq only filters JSON on stdout.', 'Leave out --output, and --format unless it is json.');
	const api = openApi(globals);
	const to = toStdout ? null : await fileWriter(output);
	// A filter needs the whole array.
	const parts: string[] = [];
	const put = to?.write ?? (filters ? (text: string) => void parts.push(text) : write);
	const writer = rowWriter(chosen, kind);
	let count = 0;
	let begun = false;
	for await (const page of exportPages(kind, api)) {
		// Written after the server's first response, so that a rejected export does not leave a partial file.
		if (!begun) await put(writer.begin());
		begun = true;
		const rows = page.filter(holds);
		count += rows.length;
		await put(writer.rows(rows));
	}
	await put(writer.end());
	if (filters) await writeJsonText(parts.join(''));
	await to?.done();
	if (to) note(`${counted(count, kind.noun)} in ${output}.`);
}

/** Writes a file completely or not at all. Only its owner can read it, because it contains secrets. */
export async function fileWriter(name: string) {
	const orFail = <T>(work: Promise<T>) =>
		work.catch((error: NodeJS.ErrnoException) => {
			throw error instanceof Failure ? error : new Failure(`${name} cannot be written (${error.code}).`);
		});
	const file = await orFail(replacedFile(name));
	const part = `${file}.${process.pid}.part`;
	const remove = () => rmSync(part, { force: true });
	const handle = await orFail(open(part, 'wx', 0o600));
	process.once('exit', remove);
	return {
		write: (text: string) => orFail(handle.appendFile(text)),
		async done() {
			await orFail(handle.close());
			await orFail(rename(part, file));
			process.removeListener('exit', remove);
		},
	};
}

/**
 * The file that an export replaces: that of a symbolic link, not the link.
 * @throws Failure (usage) for a directory, a pipe or a device, which must not become a file
 */
async function replacedFile(name: string): Promise<string> {
	const existing = await stat(name).catch((error: NodeJS.ErrnoException) => {
		if (error.code === 'ENOENT') return null;
		throw error;
	});
	if (existing === null) return name;
	if (!existing.isFile()) throw usage(`${name} is not a regular file.`, 'Without --output, the export goes to stdout.');
	return realpath(name);
}
