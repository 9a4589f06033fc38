import { nearest } from '@dropwire/bff/contract/rows';
import { notAllowed, usage } from '../failure.ts';
import { type Profile, readProfiles } from '../profiles/store.ts';

/** Options that every command has. */
export interface Globals {
	profile?: string;
	url?: string;
	token?: string;
	json?: boolean;
	color?: boolean;
}

/** Which server, and as whom. */
export interface Session {
	url: string;
	token: string;
	/** The profile that the token comes from; null for one that was handed in. */
	profile: string | null;
}

/** The profile that is meant, whether it stands or not. @throws Failure (usage) for one that was named and does not stand */
export function chosenProfile(globals: Globals): { name: string; profile: Profile | undefined } {
	const { current, profiles } = readProfiles();
	const named = globals.profile ?? (process.env['DROPWIRE_PROFILE'] || undefined);
	const name = named ?? current;
	const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
	if (named !== undefined && !profile) {
		const close = nearest(named, Object.keys(profiles));
		throw usage(
			`There is no profile "${named}".`,
			close ? `Did you mean ${close}?` : `Make it: dropwire login --profile ${named} --url https://…`,
		);
	}
	return { name, profile };
}

/** Where the server is, if it was said or is known. Options come before the environment, the environment before the profile. */
export function chosenUrl(globals: Globals): string | null {
	// A profile that is named here and now is not overruled by what stands in the environment.
	const fromEnv = globals.profile === undefined ? process.env['DROPWIRE_URL'] : undefined;
	const url = globals.url ?? (fromEnv || undefined);
	return url === undefined ? (chosenProfile(globals).profile?.url ?? null) : originOf(url);
}

/**
 * @throws Failure when nobody is signed in there. A profile's token goes to that profile's server and nowhere else.
 */
export function openSession(globals: Globals): Session {
	const url = chosenUrl(globals);
	if (url === null) throw notAllowed('You are not signed in.', 'Sign in: dropwire login --url https://your.server');
	const fromEnv = globals.profile === undefined ? process.env['DROPWIRE_TOKEN'] : undefined;
	const handed = globals.token ?? (fromEnv || undefined);
	if (handed !== undefined) return { url, token: checkedToken(handed), profile: null };
	const { name, profile } = chosenProfile(globals);
	if (!profile || profile.url !== url)
		throw notAllowed(`You are not signed in at ${url}.`, `Sign in: dropwire login --url ${url}`);
	return { url, token: profile.token, profile: name };
}

/** @throws Failure (usage) for what no header can carry */
export function checkedToken(token: string): string {
	const trimmed = token.trim();
	if (!/^[\x21-\x7e]+$/.test(trimmed)) throw usage('The token is empty or has characters that no token has.');
	return trimmed;
}

/** @throws Failure (usage) unless it is the address of a server */
export function originOf(text: string): string {
	const url = URL.canParse(text) ? new URL(text) : null;
	if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
		throw usage(`${JSON.stringify(text)} is no address of a server.`, 'It looks like https://dropwire.example');
	if (url.pathname !== '/' || url.search || url.hash)
		throw usage(`${text} has more than a server's address.`, `Did you mean ${url.origin}?`);
	return url.origin;
}
