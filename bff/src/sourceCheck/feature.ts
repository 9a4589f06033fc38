import type { Handlers } from '../http/context.ts';
import { invalidInput } from '../http/errors.ts';

/** Whether the sources can read their shops. */
export const sourceCheckHandlers = {
	sourceCheck: async ({ input: { source }, server: { sourceChecks } }) => {
		const { names } = sourceChecks;
		if (source !== undefined && !names.includes(source)) {
			throw invalidInput({ source: `must be one of ${names.join(', ')}` });
		}
		return { data: await sourceChecks.check(source === undefined ? undefined : [source]) };
	},
} satisfies Partial<Handlers>;
