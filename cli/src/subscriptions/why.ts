import type { Work } from '../command.ts';
import { openClient } from '../server/client.ts';
import { openSession } from '../server/session.ts';
import { onOut } from '../terminal/colours.ts';
import { writeJson, writeLine } from '../terminal/output.ts';
import { writeTable } from '../terminal/table.ts';

const SENT = { yes: 'It was sent.', no: 'It was not sent.', waiting: 'It is waiting to be sent.' } as const;

export const run: Work = async ({ args: [id, event], globals }) => {
	const api = openClient(openSession(globals));
	const { data } = await api.why({ subscription: String(id), event: String(event) });
	if (globals.json) return writeJson(data);
	const { red, green } = onOut();
	await writeLine(SENT[data.sent]);
	return writeTable(
		[
			{ title: 'RULE', of: ({ rule }) => rule },
			{
				title: 'PASSED',
				of: ({ passed }) => (passed === null ? '' : passed ? 'yes' : 'no'),
				paint: (text) => (text === 'no' ? red(text) : green(text)),
			},
			{ title: 'DETAIL', of: ({ detail }) => detail, shrinks: true },
		],
		data.reasons,
	);
};
