import type { Handlers } from '../http/context.ts';

export const statusHandlers = {
	status: ({ server }) => server.readStatus(),
} satisfies Partial<Handlers>;
