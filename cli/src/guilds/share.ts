import type { Work } from '../command.ts';
import { openApi } from '../server/client.ts';
import { note, writeJson, writeLine } from '../terminal/output.ts';
import { dateTime } from '../terminal/time.ts';

/** `guilds share`: creates a share link of a server's setup and prints it. */
export const run: Work<object, [string]> = async ({ args: [guildId], globals }) => {
	const { data } = await openApi(globals).sharedSetupCreate({ guildId });
	if (globals.json) return writeJson(data);
	note(`The link works until ${dateTime(data.expiresAt)}. It is shown only now:`);
	return writeLine(data.url);
};
