import { LIMITS } from '@dropwire/contract';
import type { Work } from '../command.ts';
import { usage } from '../failure.ts';
import { askBrowser, mustHaveBrowser } from '../signin/browser.ts';
import { askDevice } from '../signin/device.ts';
import { chosenServer } from '../server/session.ts';
import { note, writeJson, writeLine } from '../terminal/output.ts';
import { dateTime } from '../terminal/time.ts';

export const run: Work<{ browser: boolean; device?: true }> = async ({ args, options, globals }) => {
	const name = String(args[0]).trim();
	if (name === '' || name.length > LIMITS.label) throw usage(`A token's name has 1 to ${LIMITS.label} characters.`);
	const url = chosenServer(globals)?.url;
	if (url === undefined) throw usage('No server is selected.', 'Name one: --url https://your.server');
	if (options.browser && !options.device) {
		mustHaveBrowser('Use --device to approve with a code in any browser, or --no-browser to only print the URL.');
	}
	const { token, tokenId, expiresAt } = options.device
		? await askDevice(url, name)
		: await askBrowser(url, { open: options.browser, name });
	if (globals.json) return writeJson({ id: tokenId, name, token, expiresAt });
	note(`Token ${tokenId} expires at ${dateTime(expiresAt)}. It is shown only now:`);
	return writeLine(token);
};
