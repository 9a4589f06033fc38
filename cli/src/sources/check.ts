import type { Work } from '../command.ts';
import { openClient } from '../server/client.ts';
import { openSession } from '../server/session.ts';
import { writeJson, writeLine } from '../terminal/output.ts';
import { checkLines, exitOfChecks } from './checkLines.ts';

export const run: Work = async ({ args: [name], globals }) => {
	const client = openClient(openSession(globals));
	const { data } = await client.sourceCheck(typeof name === 'string' ? { source: name } : {});
	if (globals.json) await writeJson(data);
	else await writeLine(data.flatMap(checkLines).join('\n'));
	return exitOfChecks(data);
};
