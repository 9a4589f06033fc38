import type { Work } from '../command.ts';
import { Failure } from '../failure.ts';
import { openClient } from '../server/client.ts';
import { openSession } from '../server/session.ts';
import { safe, writeJson, writeLine } from '../terminal/output.ts';
import { type RemovalOptions, removeConfirmed } from '../terminal/removal.ts';

export const run: Work<RemovalOptions> = async ({ args, options, globals }) => {
	const api = openClient(openSession(globals));
	const id = String(args[0]);
	await removeConfirmed<{ id: string; name?: string }>(
		{
			async preview() {
				const token = (await api.tokens()).data.find((one) => one.id === id);
				if (!token)
					throw new Failure(`Token ${safe(id)} does not exist.`, { hint: 'List your tokens: dropwire tokens list' });
				return { id, name: token.name };
			},
			remove: async () => (await api.tokenDelete({ id })).data,
			lines: ({ name }) => [`- token ${id}, ${safe(name ?? '')}`],
			report: (token) => (globals.json ? writeJson({ id: token.id }) : writeLine(`revoked: token ${token.id}`)),
		},
		options,
	);
};
