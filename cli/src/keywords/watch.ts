import type { Work } from '../command.ts';
import { openClient } from '../server/client.ts';
import { openSession } from '../server/session.ts';
import { safe, writeJson, writeLine } from '../terminal/output.ts';

export const run: Work = async ({ args, globals }) => {
	const { data } = await openClient(openSession(globals)).foundWatch({ id: String(args[0]) });
	if (globals.json) return writeJson(data);
	return writeLine(`added: ${safe(data.entry ?? data.sku)} on ${data.list}`);
};
