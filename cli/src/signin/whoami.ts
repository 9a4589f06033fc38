import type { Work } from '../command.ts';
import { openClient } from '../server/client.ts';
import { openSession } from '../server/session.ts';
import { safe, writeJson, writeLine } from '../terminal/output.ts';
import { identityOf, rolesText } from './identity.ts';

export const run: Work = async ({ globals }) => {
	const session = openSession(globals);
	const user = await identityOf(openClient(session));
	const { url, profile } = session;
	if (globals.json) return writeJson({ url, profile, ...user });
	return writeLine(`${safe(user.username)} (${rolesText(user)}) at ${url}`);
};
