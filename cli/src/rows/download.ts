import { errorOf } from '@dropwire/contract';
import { usage } from '../failure.ts';
import { fetchThere } from '../server/retries.ts';
import { type Globals, openSession } from '../server/session.ts';
import { note, write } from '../terminal/output.ts';
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
	const { url, token } = openSession(globals);
	const search = new URLSearchParams({ ...query, format });
	const response = await fetchThere(`${url}${path}?${search}`, { headers: { authorization: `Bearer ${token}` } });
	// A body that is not JSON, of a proxy for example: the error then names the status.
	if (!response.ok || !response.body) throw errorOf(response, await response.json().catch(() => null));
	const to = output === undefined || output === '-' ? null : await fileWriter(output);
	const decoder = new TextDecoder();
	for await (const chunk of response.body) await (to?.write ?? write)(decoder.decode(chunk, { stream: true }));
	await to?.done();
	if (to) note(`${name} is in ${output}.`);
}
