import { text } from 'node:stream/consumers';
import type { Work } from '../command.ts';
import { usage } from '../failure.ts';
import { DEFAULT_PROFILE, readProfiles, writeProfiles } from '../server/profiles.ts';
import { openClient } from '../server/client.ts';
import { checkedToken, type Globals, originOf } from '../server/session.ts';
import { safe, warn, writeJson, writeLine } from '../terminal/output.ts';
import { askBrowser, mustHaveBrowser } from './browser.ts';
import { askDevice } from './device.ts';
import { identityOf, rolesText } from './identity.ts';

interface NewToken {
	token: string;
	tokenId: string | null;
	expiresAt: number | null;
}

interface Options {
	browser: boolean;
	device?: true;
}

export const run: Work<Options> = async ({ options, globals }) => {
	const name = nameOf(globals);
	const url = urlOf(globals, name);
	if (url.startsWith('http:') && !/^(localhost|127\.|\[::1\])/.test(new URL(url).hostname))
		warn(`Warning: ${url} is not encrypted. Others on the network can read the token.`);
	const token = await tokenOf(url, options, globals);
	const user = await identityOf(openClient({ url, token: token.token }));
	const { profiles } = readProfiles();
	const profile = { url, username: user.username, ...token };
	writeProfiles({ current: name, profiles: { ...profiles, [name]: profile } });
	if (globals.json) return writeJson({ url, profile: name, ...user });
	return writeLine(`Signed in to ${url} as ${safe(user.username)} (${rolesText(user)}).`);
};

/** The profile to sign in to; it may not exist yet. */
function nameOf(globals: Globals): string {
	const name = globals.profile ?? (process.env['DROPWIRE_PROFILE'] || undefined);
	if (name !== undefined && !/^[\w.-]{1,64}$/.test(name))
		throw usage('A profile name has up to 64 letters, digits, dots, dashes and underscores.');
	return name ?? readProfiles().current ?? DEFAULT_PROFILE;
}

function urlOf(globals: Globals, name: string): string {
	const { profiles } = readProfiles();
	const current = Object.hasOwn(profiles, name) ? profiles[name]?.url : undefined;
	const given = globals.url ?? (process.env['DROPWIRE_URL'] || undefined);
	const url = given === undefined ? current : originOf(given);
	if (!url) throw usage('No server is selected.', 'Sign in: dropwire login --url https://your.server');
	return url;
}

async function tokenOf(url: string, { browser, device }: Options, globals: Globals): Promise<NewToken> {
	const given = globals.token ?? (process.env['DROPWIRE_TOKEN'] || undefined);
	if (given !== undefined) {
		const token = given === '-' ? await text(process.stdin) : given;
		return { token: checkedToken(token), tokenId: null, expiresAt: null };
	}
	if (device) return askDevice(url);
	if (browser) {
		mustHaveBrowser(
			'Pass a token with `--token -` or DROPWIRE_TOKEN, or use --device to confirm a code in any browser.',
		);
	}
	return askBrowser(url, { open: browser });
}
