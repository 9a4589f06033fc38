import type { Cells } from '@dropwire/contract/rows';
import { type FileHandle, open, rename } from 'node:fs/promises';
import { rmSync } from 'node:fs';
import { Failure } from '../failure.ts';
import { openClient } from '../server/client.ts';
import { type Globals, openSession } from '../server/session.ts';
import { counted, note, write } from '../terminal/output.ts';
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
	const api = openClient(openSession(globals));
	const to = output === undefined || output === '-' ? null : await fileWriter(output);
	const put = to?.write ?? write;
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
	await to?.done();
	if (to) note(`${counted(count, kind.plural)} in ${output}.`);
}

/** Writes a file completely or not at all. Only its owner can read it, because it contains secrets. */
async function fileWriter(file: string) {
	const part = `${file}.${process.pid}.part`;
	const remove = () => rmSync(part, { force: true });
	let handle: FileHandle;
	try {
		handle = await open(part, 'wx', 0o600);
	} catch (error) {
		throw new Failure(`${file} cannot be written (${(error as NodeJS.ErrnoException).code}).`);
	}
	process.once('exit', remove);
	return {
		write: (text: string) => handle.appendFile(text),
		async done() {
			await handle.close();
			await rename(part, file);
			process.removeListener('exit', remove);
		},
	};
}
