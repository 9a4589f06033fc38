import type { Work } from '../command.ts';
import { openApi } from '../server/client.ts';
import { safe, writeJson, writeLine } from '../terminal/output.ts';
import { changedOptions, type OptionFlags } from './options.ts';
import { subscriptionLines } from './text.ts';
import { warnUnseen } from './warnUnseen.ts';

export const run: Work<OptionFlags, [string]> = async ({ args: [id], options: flags, globals }) => {
	const api = openApi(globals);
	const { data: row } = await api.subscription({ id });
	const options = await changedOptions(row.options, flags);
	// The version protects a change that somebody else makes in between.
	const { data } = await api.subscriptionEdit({ id, options, version: row.version });
	if (flags.sizes !== undefined || flags.file !== undefined) await warnUnseen(api, id, data.options);
	if (globals.json) return writeJson(data);
	for (const line of subscriptionLines(data)) await writeLine(safe(line));
	return undefined;
};
