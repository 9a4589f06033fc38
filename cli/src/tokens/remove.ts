import type { Work } from '../command.ts';
import { openClient } from '../server/client.ts';
import { openSession } from '../server/session.ts';
import { writeJson, writeLine } from '../terminal/output.ts';

export const run: Work = async ({ args: [id], globals }) => {
	const { data } = await openClient(openSession(globals)).tokenDelete({ id: String(id) });
	if (globals.json) return writeJson(data);
	return writeLine(`ended: token ${data.id}`);
};
