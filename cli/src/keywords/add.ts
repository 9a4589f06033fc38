import { keywordText } from '@dropwire/contract';
import type { Work } from '../command.ts';
import { openClient } from '../server/client.ts';
import { openSession } from '../server/session.ts';
import { safe, writeJson, writeLine } from '../terminal/output.ts';
import { wantedOf, type WantedOptions } from './wanted.ts';

export const run: Work<WantedOptions> = async (invocation) => {
	const wanted = wantedOf(invocation);
	const { globals } = invocation;
	const { data } = await openClient(openSession(globals)).keywordWatchCreate(wanted);
	if (globals.json) return writeJson(data);
	return writeLine(
		`added: watch ${data.id}, ${safe(data.shop ?? data.source)} ${data.region}: ${safe(keywordText(data))}`,
	);
};
