import { Command } from 'commander';
import { lazily } from '../command.ts';
import { withLimitOption } from '../terminal/limit.ts';
import { withSpanOptions } from '../terminal/moment.ts';

export function auditCommand(): Command {
	const audit = new Command('audit')
		.description('List who changed what, newest first. With --json also the values before and after.')
		.option('--person <discord-id>', 'only changes by this person')
		.option('--search <text>', 'only rows with this text in what was changed, or in its values');
	return withLimitOption(withSpanOptions(audit)).action(lazily(() => import('./list.ts')));
}
