import { ApiError } from '@dropwire/bff/contract';
import type { Work } from '../command.ts';
import { EXIT, notAllowed } from '../failure.ts';
import { DEFAULT_PROFILE, readProfiles, writeProfiles } from '../profiles/store.ts';
import { openClient } from '../server/client.ts';
import { chosenProfile } from '../server/session.ts';
import { note, writeJson, writeLine } from '../terminal/output.ts';

export const run: Work = async ({ globals }) => {
	const { name, profile } = chosenProfile(globals);
	if (!profile) throw notAllowed('You are not signed in.');
	const ended = profile.tokenId === null ? null : await endToken(profile.url, profile.token, profile.tokenId);
	const { current, profiles } = readProfiles();
	const { [name]: _, ...rest } = profiles;
	const next = current === name ? (Object.keys(rest)[0] ?? DEFAULT_PROFILE) : current;
	writeProfiles({ current: next, profiles: rest });
	if (globals.json) await writeJson({ profile: name, url: profile.url, tokenEnded: ended });
	else await writeLine(`Signed out of ${profile.url}.`);
	if (ended === null) note('The token was handed in by you and lives on; end it with: dropwire tokens remove');
	if (ended === false) {
		note('The server could not be asked to end the token: it lives on until it expires, or you end it.');
		return EXIT.partFailed;
	}
	return EXIT.done;
};

/** Whether the token is over on the server, too. */
async function endToken(url: string, token: string, id: string): Promise<boolean> {
	try {
		await openClient({ url, token }).tokenDelete({ id });
		return true;
	} catch (error) {
		// Unknown or gone: that is what was wanted.
		return error instanceof ApiError && (error.status === 401 || error.status === 404);
	}
}
