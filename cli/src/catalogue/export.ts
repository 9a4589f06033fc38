import { contract, errorOf } from '@dropwire/contract';
import type { Work } from '../command.ts';
import { usage } from '../failure.ts';
import { fileWriter } from '../rows/export.ts';
import { formatOf } from '../rows/formats.ts';
import { fetchThere } from '../server/retries.ts';
import { openSession } from '../server/session.ts';
import { note, write } from '../terminal/output.ts';

interface Options {
	format?: string;
	output?: string;
}

/** `catalogue export`: the whole catalogue, written while it is received. */
export const run: Work<Options> = async ({ options: { format: said, output }, globals }) => {
	const format = formatOf(said, output) ?? (globals.json ? 'ndjson' : 'csv');
	if (format === 'json') throw usage('The catalogue is exported as CSV or NDJSON.', 'Use --format ndjson.');
	const { url, token } = openSession(globals);
	const response = await fetchThere(`${url}${contract.catalogueExport.path}?format=${format}`, {
		headers: { authorization: `Bearer ${token}` },
	});
	if (!response.ok || !response.body) throw errorOf(response, await response.json().catch(() => null));
	const to = output === undefined || output === '-' ? null : await fileWriter(output);
	const decoder = new TextDecoder();
	for await (const chunk of response.body)
		await (to?.write ?? write)(decoder.decode(chunk as Uint8Array, { stream: true }));
	await to?.done();
	if (to) note(`The catalogue is in ${output}.`);
};
