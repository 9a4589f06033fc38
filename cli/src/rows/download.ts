import { errorOf } from '@dropwire/contract';
import { usage } from '../failure.ts';
import { sendWithRetries, unreachable } from '../server/retries.ts';
import { type Globals, openSession } from '../server/session.ts';
import { isFiltered, note, write } from '../terminal/output.ts';
import { fileWriter } from './export.ts';
import { formatOf } from './formats.ts';

export interface DownloadOptions {
	format?: string;
	output?: string;
}

/**
 * Writes rows that the server streams while they are received.
 * @param name of the rows, in a sentence: `The catalogue`
 */
export async function download(
	path: string,
	query: Readonly<Record<string, string>>,
	name: string,
	{ format: said, output }: DownloadOptions,
	globals: Globals,
): Promise<void> {
	const format = formatOf(said, output) ?? (globals.json ? 'ndjson' : 'csv');
	if (format === 'json') throw usage(`${name} is exported as CSV or NDJSON.`, 'Use --format ndjson.');
	if (isFiltered()) throw usage('--jq does not filter this export.', 'Use --format ndjson, and pipe it to jq.');
	const { url, token } = openSession(globals);
	const search = new URLSearchParams({ ...query, format });
	const response = await sendWithRetries(
		`${url}${path}?${search}`,
		{ method: 'GET', headers: { authorization: `Bearer ${token}` } },
		{ idempotent: true, streams: true },
	).catch((error: unknown) => {
		throw unreachable(error);
	});
	// A body that is not JSON, of a proxy for example: the error then names the status.
	if (!response.ok || !response.body) throw errorOf(response, await response.json().catch(() => null));
	const to = output === undefined || output === '-' ? null : await fileWriter(output);
	const decoder = new TextDecoder();
	for await (const chunk of received(response.body))
		await (to?.write ?? write)(decoder.decode(chunk, { stream: true }));
	await to?.done();
	if (to) note(`${name} is in ${output}.`);
}

/** @throws ApiError if the connection breaks */
async function* received(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
	try {
		yield* body;
	} catch (error) {
		throw unreachable(error);
	}
}
