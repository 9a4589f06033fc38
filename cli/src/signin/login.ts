import { text } from 'node:stream/consumers';
import type { Work } from '../command.ts';
import { usage } from '../failure.ts';
import { DEFAULT_PROFILE, readProfiles, writeProfiles } from '../profiles/store.ts';
import { openClient } from '../server/client.ts';
import { checkedToken, chosenUrl, type Globals } from '../server/session.ts';
import { note, safe, writeJson, writeLine } from '../terminal/output.ts';
import { askBrowser } from './browser.ts';
import { identityOf, rolesText } from './identity.ts';

interface Fresh {
	token: string;
	tokenId: string | null;
	expiresAt: number | null;
}

export const run: Work<{ browser: boolean }> = async ({ options, globals }) => {
	const name = nameOf(globals);
	const url = urlOf(globals, name);
	if (url.startsWith('http:') && !/^(localhost|127\.|\[::1\])/.test(new URL(url).hostname))
		note(`Careful: ${url} is not encrypted; who is on the way can read the token.`);
	const fresh = await tokenOf(url, options, globals);
	const user = await identityOf(openClient({ url, token: fresh.token }));
	const { profiles } = readProfiles();
	const profile = { url, username: user.username, ...fresh };
	writeProfiles({ current: name, profiles: { ...profiles, [name]: profile } });
	if (globals.json) return writeJson({ url, profile: name, ...user });
	return writeLine(`Signed in to ${url} as ${safe(user.username)} (${rolesText(user)}).`);
};

/** A profile may be new here, so it is not looked for. */
function nameOf(globals: Globals): string {
	const name = globals.profile ?? (process.env['DROPWIRE_PROFILE'] || undefined);
	if (name !== undefined && !/^[\w.-]{1,64}$/.test(name))
		throw usage('A profile is named with letters, digits, dots and dashes, 64 at most.');
	return name ?? readProfiles().current ?? DEFAULT_PROFILE;
}

function urlOf(globals: Globals, name: string): string {
	const { profiles } = readProfiles();
	const known = Object.hasOwn(profiles, name) ? profiles[name]?.url : undefined;
	const said = globals.url ?? (process.env['DROPWIRE_URL'] || undefined);
	const url = said === undefined ? known : (chosenUrl({ url: said }) ?? undefined);
	if (!url) throw usage('Which server?', 'Say it: dropwire login --url https://your.server');
	return url;
}

async function tokenOf(url: string, { browser }: { browser: boolean }, globals: Globals): Promise<Fresh> {
	const handed = globals.token ?? (process.env['DROPWIRE_TOKEN'] || undefined);
	if (handed !== undefined) {
		const token = handed === '-' ? await text(process.stdin) : handed;
		return { token: checkedToken(token), tokenId: null, expiresAt: null };
	}
	if (browser && !process.stdin.isTTY) {
		throw usage(
			'There is no terminal to sign in from.',
			'Hand a token in: --token -, or DROPWIRE_TOKEN. Or say --no-browser and open the address yourself.',
		);
	}
	return askBrowser(url, { open: browser });
}
