import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../failure.ts';
import { configFolder } from './folders.ts';

/** A server and who one is there. */
export interface Profile {
	/** The server's origin. */
	url: string;
	token: string;
	/** The token's id on the server when signing in made it: signing out then ends it there, too. */
	tokenId: string | null;
	/** As it was at signing in. */
	username: string;
	expiresAt: number | null;
}

export interface Profiles {
	/** The one that is meant when none is named. */
	current: string;
	profiles: Record<string, Profile>;
}

export const DEFAULT_PROFILE = 'default';
const OWNER_ONLY = 0o600;

export function profilesFile(): string {
	return join(configFolder(), 'profiles.json');
}

/** @throws Failure when the file is there and cannot be read */
export function readProfiles(): Profiles {
	let text: string;
	try {
		text = readFileSync(profilesFile(), 'utf8');
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { current: DEFAULT_PROFILE, profiles: {} };
		throw new Failure(`${profilesFile()} cannot be read: ${(error as Error).message}`);
	}
	try {
		const { current, profiles } = JSON.parse(text) as Partial<Profiles>;
		if (typeof current === 'string' && typeof profiles === 'object' && profiles !== null) return { current, profiles };
	} catch {
		// Told below.
	}
	throw new Failure(`${profilesFile()} is damaged.`, { hint: 'Remove it and sign in again: dropwire login' });
}

/** Replaces the file at once: whatever dies, either the old one or the new one stands. For the owner's eyes only. */
export function writeProfiles(profiles: Profiles): void {
	const file = profilesFile();
	const next = `${file}.${process.pid}`;
	try {
		mkdirSync(configFolder(), { recursive: true, mode: 0o700 });
		writeFileSync(next, `${JSON.stringify(profiles, null, '\t')}\n`, { mode: OWNER_ONLY });
		// The mode above counts for a new file only, and within the umask.
		chmodSync(next, OWNER_ONLY);
		renameSync(next, file);
	} catch (error) {
		rmSync(next, { force: true });
		throw new Failure(`${file} cannot be written: ${(error as Error).message}`);
	}
}
