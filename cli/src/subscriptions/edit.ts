import type { Work } from '../command.ts';
import { openClient } from '../server/client.ts';
import { openSession } from '../server/session.ts';
import { writeJson } from '../terminal/output.ts';
import { changedOptions, type OptionFlags } from './options.ts';
import { writeSubscription } from './show.ts';

export const run: Work<OptionFlags> = async ({ args, options: flags, globals }) => {
	const api = openClient(openSession(globals));
	const id = String(args[0]);
	const { data: row } = await api.subscription({ id });
	const options = await changedOptions(row.options, flags);
	// The version protects a change that somebody else makes in between.
	const { data } = await api.subscriptionEdit({ id, options, version: row.version });
	return globals.json ? writeJson(data) : writeSubscription(data);
};
