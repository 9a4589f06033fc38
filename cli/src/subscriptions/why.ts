import type { SubscriptionWhy } from '@dropwire/contract';
import type { Work } from '../command.ts';
import { openApi } from '../server/client.ts';
import { writeJson, writeLine } from '../terminal/output.ts';
import { writeTable } from '../terminal/table.ts';

const SENT = { yes: 'It was sent.', no: 'It was not sent.', waiting: 'It is waiting to be sent.' } as const;

export const run: Work<object, [string, string]> = async ({ args: [subscription, event], globals }) => {
	const { data } = (await openApi(globals).why({ subscription, event })) as SubscriptionWhy;
	if (globals.json) return writeJson(data);
	await writeLine(SENT[data.sent]);
	return writeTable(
		[
			{ title: 'RULE', of: ({ rule }) => rule },
			{
				title: 'PASSED',
				of: ({ passed }) => (passed === null ? '' : passed ? 'yes' : 'no'),
				paint: ({ passed }) => (passed === false ? 'red' : 'green'),
			},
			{ title: 'DETAIL', of: ({ detail }) => detail, shrinks: true },
		],
		data.reasons,
	);
};
