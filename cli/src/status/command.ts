import { Command } from 'commander';
import { lazily } from '../command.ts';

export function statusCommand(): Command {
	return new Command('status')
		.description('Whether the server answers, can do its work, and knows you. Ends with 1 when it is not ready.')
		.action(lazily(() => import('./status.ts')));
}
