import type { Feature } from '../command.ts';

export const api: Feature = [
	{
		name: 'api',
		summary: "Call the server's API directly.",
		text: "Call the server's API with your token and print the answer, for calls without a command; GET /api/docs lists all calls. JSON is printed indented; `--jq` selects parts of it.",
		args: [
			['<method>', 'GET, POST, PUT, PATCH or DELETE'],
			['<path>', 'with the query, for example `/api/audit?since=1767225600000`'],
		],
		options: [['--body <json>', 'the JSON to send; `-` reads it from stdin']],
		load: () => import('./call.ts'),
	},
];
