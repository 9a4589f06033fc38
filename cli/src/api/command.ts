import { Command } from 'commander';
import { lazily } from '../command.ts';

export function apiCommand(): Command {
	return new Command('api')
		.summary("Call the server's API directly.")
		.description(
			"Call the server's API with your token and print the answer, for calls without a command; GET /api/docs lists all calls. JSON is printed indented; `--jq` selects parts of it.",
		)
		.argument('<method>', 'GET, POST, PUT, PATCH or DELETE')
		.argument('<path>', 'with the query, for example `/api/audit?since=1767225600000`')
		.option('--body <json>', 'the JSON to send; `-` reads it from stdin')
		.action(lazily(() => import('./call.ts')));
}
