import type { ReadFile } from './ending.ts';
import { type Format, guessFormat } from './formats.ts';
import { readCsv } from './readCsv.ts';
import { readJson, readNdjson } from './readJson.ts';
import { textOf } from './text.ts';
import type { RowKind } from './kind.ts';

/** @throws Failure for a file that does not match its format, because rows after the error cannot be read reliably */
export async function readRows(
	bytes: AsyncIterable<Uint8Array>,
	given: Format | undefined,
	kind: RowKind,
): Promise<ReadFile> {
	const text = await textOf(bytes);
	const format = given ?? guessFormat(text);
	if (format === 'csv') return readCsv(text, kind);
	return format === 'json' ? readJson(text, kind) : readNdjson(text, kind);
}
