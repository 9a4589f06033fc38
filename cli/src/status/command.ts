import { Command } from 'commander';
import { lazily } from '../command.ts';

export function statusCommand(): Command {
	return new Command('status')
		.description(
			'Show whether the server is reachable and ready, and whether you are signed in. Exits with 1 if it is not ready.',
		)
		.action(lazily(() => import('./status.ts')));
}
