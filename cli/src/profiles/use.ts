import type { Work } from '../command.ts';
import { chosenProfile } from '../server/session.ts';
import { writeJson, writeLine } from '../terminal/output.ts';
import { readProfiles, writeProfiles } from './store.ts';

export const run: Work = async ({ args, globals }) => {
	const name = args[0] as string;
	const { profile } = chosenProfile({ profile: name });
	writeProfiles({ ...readProfiles(), current: name });
	if (globals.json) return writeJson({ current: name, url: profile?.url });
	return writeLine(`${name} is the current profile (${profile?.url}).`);
};
