import type { ReadRow } from '@dropwire/bff/contract/rows';
import { readCsv } from './readCsv.ts';
import { readJson, readNdjson } from './readJson.ts';
import { type Format, guessFormat } from './formats.ts';
import { decoded } from './text.ts';
import type { RowKind } from './kind.ts';

/**
 * The rows of a file, one after the other.
 * @throws Failure for a file that is not of its format: from there on it could not be understood
 */
export async function* readRows(
	bytes: AsyncIterable<Uint8Array>,
	said: Format | undefined,
	kind: RowKind,
): AsyncGenerator<ReadRow> {
	const { start, texts } = await begun(decoded(bytes));
	const format = said ?? guessFormat(start);
	if (format === 'csv') yield* readCsv(texts, kind);
	else yield* format === 'json' ? readJson(texts, kind) : readNdjson(texts, kind);
}

/** The first text that is not blank, and all of it to be read. */
async function begun(texts: AsyncGenerator<string>) {
	const first: string[] = [];
	for (let next = await texts.next(); !next.done; next = await texts.next()) {
		first.push(next.value);
		if (next.value.trim() !== '') break;
	}
	return {
		start: first.join(''),
		texts: (async function* () {
			yield* first;
			yield* texts;
		})(),
	};
}
