import { type ReadRow, rowOfValue } from '@dropwire/bff/contract/rows';
import { JSONParser, TokenType } from '@streamparser/json';
import { Failure } from '../failure.ts';
import type { RowKind } from './kind.ts';
import { linesOf, LONGEST_ROW } from './text.ts';

/** One JSON object a line. */
export async function* readNdjson(texts: AsyncIterable<string>, kind: RowKind): AsyncGenerator<ReadRow> {
	let empty = true;
	for await (const { text, line } of linesOf(texts)) {
		if (text.trim() === '') continue;
		empty = false;
		let value: unknown;
		try {
			value = JSON.parse(text);
		} catch {
			yield { line, problems: { row: 'is no JSON' } };
			continue;
		}
		yield rowOfValue(line, value, kind);
	}
	// What wrote it may have failed; with --prune nothing at all would mean that all is to go.
	if (empty) throw new Failure('The file is empty.', { hint: 'An empty JSON list, [], says that there are no rows.' });
}

/** One JSON array of objects, as they come, whatever their number. */
export async function* readJson(texts: AsyncIterable<string>, kind: RowKind): AsyncGenerator<ReadRow> {
	const parser = new JSONParser({ paths: ['$.*'], keepStack: false });
	const done: ReadRow[] = [];
	let [line, began, depth, unfinished] = [1, 1, 0, 0];
	parser.onToken = ({ token }) => {
		if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) {
			if (depth === 0 && token === TokenType.LEFT_BRACE) throw new Failure('The JSON must be an array of rows.');
			depth++;
			if (depth === 2) began = line;
		} else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) depth--;
		else if (depth === 1) began = line;
	};
	parser.onValue = ({ value }) => {
		unfinished = 0;
		done.push(rowOfValue(began, value, kind));
	};
	// Line by line, so that each row's line is known; a file may also be one long line, so in pieces.
	for await (const text of texts) {
		for (const piece of text.split(/(?<=\n)/)) {
			for (let at = 0; at < piece.length; at += LONGEST_ROW) {
				const part = piece.slice(at, at + LONGEST_ROW);
				unfinished += part.length;
				feed(parser, part, line);
				yield* done.splice(0);
				if (unfinished > 2 * LONGEST_ROW)
					throw new Failure(`Line ${line}: a row is longer than ${LONGEST_ROW / 1024} KiB.`);
			}
			if (piece.endsWith('\n')) line++;
		}
	}
	if (!parser.isEnded) throw new Failure(`Line ${line}: the JSON ends too early.`);
}

function feed(parser: JSONParser, text: string, line: number): void {
	if (parser.isEnded) {
		if (text.trim() !== '') throw new Failure(`Line ${line}: there is something after the end of the array.`);
		return;
	}
	try {
		parser.write(text);
	} catch (error) {
		if (error instanceof Failure) throw error;
		throw new Failure(`Line ${line}: this is no JSON (${(error as Error).message.split('\n')[0]}).`);
	}
}
