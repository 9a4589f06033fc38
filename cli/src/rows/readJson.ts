import { isEndObject, type ReadRow, type RowColumns, rowOfValue } from '@dropwire/contract/rows';
import { JSONParser, TokenType } from '@streamparser/json';
import { Failure } from '../failure.ts';
import { afterEnd, LONGEST_ROW, type ReadFile } from './ending.ts';
import { EXPORT_ANSWER } from './formats.ts';

/** Reads one JSON object per line. */
export function readNdjson(text: string, kind: RowColumns): ReadFile {
	const rows: ReadRow[] = [];
	let complete = false;
	for (const [at, content] of text.split('\n').entries()) {
		const line = at + 1;
		if (content.length > LONGEST_ROW) throw new Failure(`Line ${line} is longer than ${LONGEST_ROW / 1024} KiB.`);
		if (content.trim() === '') continue;
		if (complete) throw afterEnd(line);
		let value: unknown;
		try {
			value = JSON.parse(content);
		} catch {
			rows.push({ line, problems: { row: 'is not JSON' } });
			continue;
		}
		if (isEndObject(value)) complete = true;
		else rows.push(rowOfValue(line, value, kind));
	}
	// The program that wrote the file may have failed.
	if (rows.length === 0 && !complete) throw new Failure('The file is empty.');
	return { rows, complete };
}

/**
 * Reads one JSON array of objects, or an answer of the server's export, which has the array as `rows`. Uses a streaming
 * parser, because only that reports the line of each object.
 */
export function readJson(text: string, kind: RowColumns): ReadFile {
	const isAnswer = EXPORT_ANSWER.test(text);
	if (!isAnswer && text.trimStart().startsWith('{')) throw new Failure(NO_ROWS);
	const parser = new JSONParser({ paths: isAnswer ? ['$.rows.*', '$.nextCursor'] : ['$.*'], keepStack: false });
	const values: { line: number; value: unknown }[] = [];
	/** The depth of the array's values. */
	const inside = isAnswer ? 2 : 1;
	let [line, began, depth, next] = [1, 1, 0, null as unknown];
	parser.onToken = ({ token }) => {
		if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) {
			depth++;
			if (depth === inside + 1) began = line;
		} else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) depth--;
		else if (depth === inside) began = line;
	};
	parser.onValue = ({ value, key }) => {
		if (key === 'nextCursor') next = value;
		else values.push({ line: began, value });
	};
	for (const content of text.split(/(?<=\n)/)) {
		feed(parser, content, line);
		if (content.endsWith('\n')) line++;
	}
	if (!parser.isEnded) throw new Failure(`Line ${line}: the JSON ends too early.`);
	const numbered = values.some((one, at) => one.line === values[at - 1]?.line) ? 'row' : 'line';
	const rows = values.map((one, at) => rowOfValue(numbered === 'row' ? at + 1 : one.line, one.value, kind));
	return { rows, complete: next === null, numbered };
}

const NO_ROWS = 'The JSON must be an array of rows, or an answer of the export with `rows`.';

function feed(parser: JSONParser, text: string, line: number): void {
	if (parser.isEnded) {
		if (text.trim() !== '') throw new Failure(`Line ${line}: there is text after the end of the array.`);
		return;
	}
	try {
		parser.write(text);
	} catch (error) {
		if (error instanceof Failure) throw error;
		throw new Failure(`Line ${line}: invalid JSON (${(error as Error).message.split('\n')[0]}).`);
	}
}
