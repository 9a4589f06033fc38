import { Command } from 'commander';
import { lazily } from '../command.ts';
import { withLimitOption } from '../terminal/limit.ts';

export function eventsCommand(): Command {
	const events = new Command('events')
		.description('What changed at the retailers, newest first.')
		.option('--sku <sku>', 'only of a SKU')
		.option('-f, --follow', 'go on with what happens from now on, until Ctrl-C; with --json one line each');
	return withLimitOption(events).action(lazily(() => import('./list.ts')));
}
