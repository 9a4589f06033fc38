import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../failure.ts';
import { configFolder } from './folders.ts';

/** A server and an account on it. */
export interface Profile {
	/** The server's origin. */
	url: string;
	token: string;
	/** The token's id on the server if `login` created it, so that `logout` revokes it; null for a token from the user. */
	tokenId: string | null;
	/** When the user signed in. */
	username: string;
	expiresAt: number | null;
}

export interface Profiles {
	/** The default profile. */
	current: string;
	profiles: Record<string, Profile>;
}

export const DEFAULT_PROFILE = 'default';
const OWNER_ONLY = 0o600;

function profilesFile(): string {
	return join(configFolder(), 'profiles.json');
}

/** @throws Failure if the file exists and cannot be read */
export function readProfiles(): Profiles {
	let text: string;
	try {
		text = readFileSync(profilesFile(), 'utf8');
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { current: DEFAULT_PROFILE, profiles: {} };
		throw new Failure(`Could not read ${profilesFile()}: ${(error as Error).message}`);
	}
	try {
		const { current, profiles } = JSON.parse(text) as Partial<Profiles>;
		if (typeof current === 'string' && typeof profiles === 'object' && profiles !== null) return { current, profiles };
	} catch {
		// Reported below.
	}
	throw new Failure(`${profilesFile()} is not valid JSON with profiles.`, {
		hint: 'Delete it and sign in again: dropwire login',
	});
}

/** Replaces the file atomically. Only its owner can read it. */
export function writeProfiles(profiles: Profiles): void {
	const file = profilesFile();
	const next = `${file}.${process.pid}`;
	try {
		mkdirSync(configFolder(), { recursive: true, mode: 0o700 });
		writeFileSync(next, `${JSON.stringify(profiles, null, '\t')}\n`, { mode: OWNER_ONLY });
		// The mode above only applies to a new file, and the umask restricts it.
		chmodSync(next, OWNER_ONLY);
		renameSync(next, file);
	} catch (error) {
		rmSync(next, { force: true });
		throw new Failure(`Could not write ${file}: ${(error as Error).message}`);
	}
}
