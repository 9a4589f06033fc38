import { keywordText } from '@dropwire/contract';
import type { Work } from '../command.ts';
import { Failure } from '../failure.ts';
import { openClient } from '../server/client.ts';
import { openSession } from '../server/session.ts';
import { safe, writeJson, writeLine } from '../terminal/output.ts';
import { type RemovalOptions, removeConfirmed } from '../terminal/removal.ts';

export const run: Work<RemovalOptions> = async ({ args, options, globals }) => {
	const api = openClient(openSession(globals));
	const id = String(args[0]);
	await removeConfirmed<{ id: string; words?: string }>(
		{
			async preview() {
				const watch = (await api.keywordWatches()).data.find((one) => one.id === id);
				if (!watch) {
					throw new Failure(`Keyword watch ${safe(id)} does not exist.`, { hint: 'List them: dropwire keywords list' });
				}
				return { id, words: `${watch.shop ?? watch.source} ${watch.region}: ${keywordText(watch)}` };
			},
			remove: async () => (await api.keywordWatchDelete({ id })).data,
			lines: ({ words }) => [`- watch ${id}, ${safe(words ?? '')}`],
			report: (gone) => (globals.json ? writeJson({ id: gone.id }) : writeLine(`removed: watch ${gone.id}`)),
		},
		options,
	);
};
