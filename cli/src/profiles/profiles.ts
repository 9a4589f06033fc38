import type { Work } from '../command.ts';
import { readProfiles, writeProfiles } from '../server/profiles.ts';
import { chosenProfile } from '../server/session.ts';
import { writeJson, writeLine } from '../terminal/output.ts';
import { writeList } from '../terminal/table.ts';
import { dateTime } from '../terminal/time.ts';

/** `profiles list` */
export const listProfiles: Work = async ({ globals }) => {
	const { current, profiles } = readProfiles();
	// Without the tokens.
	const rows = Object.entries(profiles).map(([name, { url, username, expiresAt }]) => ({
		name,
		current: name === current,
		url,
		username,
		expiresAt,
	}));
	return writeList(
		[
			{ title: '', of: (row) => (row.current ? '*' : '') },
			{ title: 'PROFILE', of: (row) => row.name, shrinks: true },
			{ title: 'SERVER', of: (row) => row.url, shrinks: true },
			{ title: 'USER', of: (row) => row.username, shrinks: true },
			{ title: 'EXPIRES', of: (row) => dateTime(row.expiresAt), drops: 1 },
		],
		rows,
		{ json: globals.json, none: 'No profiles yet. Sign in: dropwire login --url https://your.server' },
	);
};

/** `profiles use` */
export const useProfile: Work<object, [string]> = async ({ args: [name], globals }) => {
	const { profile } = chosenProfile({ profile: name });
	writeProfiles({ ...readProfiles(), current: name });
	if (globals.json) return writeJson({ current: name, url: profile?.url });
	return writeLine(`${name} is the current profile (${profile?.url}).`);
};
