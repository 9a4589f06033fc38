import type { Work } from '../command.ts';
import { openClient } from '../server/client.ts';
import { openSession } from '../server/session.ts';
import { writeJson, writeLine } from '../terminal/output.ts';

export const run: Work = async ({ args: [url], globals }) => {
	const answer = await openClient(openSession(globals)).urlShorten({ originalUrl: String(url) });
	if (globals.json) return writeJson(answer);
	await writeLine(answer.shortUrl);
	return writeLine(answer.secondShortUrl);
};
