import type { Feature } from '../command.ts';

export const status: Feature = [
	{
		name: 'status',
		text: 'Show whether the server is reachable and ready, and whether you are signed in. Exits with 1 if it is not ready.',
		load: () => import('./status.ts'),
	},
];
