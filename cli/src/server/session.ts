import { nearest } from '@dropwire/contract/rows';
import { notAllowed, usage } from '../failure.ts';
import { type Profile, readProfiles } from './profiles.ts';

/** The options that every command has. */
export interface Globals {
	profile?: string;
	url?: string;
	token?: string;
	json?: boolean;
	color?: boolean;
}

/** A server and a token for it. */
export interface Session {
	url: string;
	token: string;
	/** The profile of the token; null if the token is from an option or the environment. */
	profile: string | null;
}

/**
 * The selected profile; undefined if the current profile does not exist. @throws Failure (usage) if a named one is
 * missing
 */
export function chosenProfile(globals: Globals): { name: string; profile: Profile | undefined } {
	const { current, profiles } = readProfiles();
	const named = globals.profile ?? (process.env['DROPWIRE_PROFILE'] || undefined);
	const name = named ?? current;
	const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
	if (named !== undefined && !profile) {
		const close = nearest(named, Object.keys(profiles));
		throw usage(
			`Profile "${named}" does not exist.`,
			close ? `Did you mean ${close}?` : `Create it: dropwire login --profile ${named} --url https://your.server`,
		);
	}
	return { name, profile };
}

/**
 * The selected server and the origin of its URL; null if none is known. Options take precedence over the environment,
 * and the environment over the profile.
 * @throws Failure (usage) for an invalid URL, or a named profile that does not exist
 */
export function chosenServer(globals: Globals): { url: string; source: string } | null {
	if (globals.url !== undefined) return { url: originOf(globals.url), source: '--url' };
	// --profile takes precedence over the environment.
	const fromEnv = globals.profile === undefined ? process.env['DROPWIRE_URL'] : undefined;
	if (fromEnv) return { url: originOf(fromEnv), source: 'DROPWIRE_URL' };
	const { name, profile } = chosenProfile(globals);
	return profile ? { url: profile.url, source: `profile "${name}"` } : null;
}

/**
 * The selected server and token. A profile's token is only used for that profile's server.
 * @throws Failure if there is no token for the server
 */
export function openSession(globals: Globals): Session {
	const url = chosenServer(globals)?.url;
	if (url === undefined)
		throw notAllowed('You are not signed in.', 'Sign in: dropwire login --url https://your.server');
	const fromEnv = globals.profile === undefined ? process.env['DROPWIRE_TOKEN'] : undefined;
	const given = globals.token ?? (fromEnv || undefined);
	if (given !== undefined) return { url, token: checkedToken(given), profile: null };
	const { name, profile } = chosenProfile(globals);
	if (!profile || profile.url !== url)
		throw notAllowed(`You are not signed in at ${url}.`, `Sign in: dropwire login --url ${url}`);
	return { url, token: profile.token, profile: name };
}

/** @throws Failure (usage) for characters that are not allowed in a header */
export function checkedToken(token: string): string {
	const trimmed = token.trim();
	if (!/^[\x21-\x7e]+$/.test(trimmed)) throw usage('The token is empty or contains invalid characters.');
	return trimmed;
}

/** @throws Failure (usage) unless the text is the URL of a server */
export function originOf(text: string): string {
	const url = URL.canParse(text) ? new URL(text) : null;
	if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
		throw usage(`${JSON.stringify(text)} is not the URL of a server.`, 'Example: https://dropwire.example');
	if (url.pathname !== '/' || url.search || url.hash)
		throw usage(`The server's URL must not contain a path: ${text}`, `Did you mean ${url.origin}?`);
	return url.origin;
}
