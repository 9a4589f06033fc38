import { ApiError } from '@dropwire/contract';
import type { Work } from '../command.ts';
import { EXIT, notAllowed } from '../failure.ts';
import { DEFAULT_PROFILE, readProfiles, writeProfiles } from '../server/profiles.ts';
import { openClient } from '../server/client.ts';
import { chosenProfile } from '../server/session.ts';
import { warn, writeJson, writeLine } from '../terminal/output.ts';

export const run: Work = async ({ globals }) => {
	const { name, profile } = chosenProfile(globals);
	if (!profile) throw notAllowed('You are not signed in.');
	const revoked = profile.tokenId === null ? null : await revokeToken(profile.url, profile.token, profile.tokenId);
	const { current, profiles } = readProfiles();
	const { [name]: _, ...rest } = profiles;
	const next = current === name ? (Object.keys(rest)[0] ?? DEFAULT_PROFILE) : current;
	writeProfiles({ current: next, profiles: rest });
	if (globals.json) await writeJson({ profile: name, url: profile.url, tokenRevoked: revoked });
	else await writeLine(`Signed out of ${profile.url}.`);
	if (revoked === null)
		warn('The token was not created by `dropwire login` and remains valid. Revoke it: dropwire tokens remove');
	if (revoked === false) {
		warn('Could not revoke the token on the server. It remains valid until it expires or you revoke it.');
		return EXIT.partFailed;
	}
	return EXIT.done;
};

/** Whether the token is no longer valid on the server. */
async function revokeToken(url: string, token: string, id: string): Promise<boolean> {
	try {
		await openClient({ url, token }).tokenDelete({ id });
		return true;
	} catch (error) {
		// Already revoked or expired.
		return error instanceof ApiError && (error.status === 401 || error.status === 404);
	}
}
