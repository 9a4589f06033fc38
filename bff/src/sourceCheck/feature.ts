import { createSourceChecker, type Source } from '@dropwire/retailers';
import { invalidInput } from '../http/errors.ts';
import type { Feature } from '../http/feature.ts';
import type { ServerSettings } from '../settings.ts';

/** Whether the sources can read their shops. */
export function sourceCheckFeature({ settings, sources }: { settings: ServerSettings; sources: readonly Source[] }) {
	const sourceChecks = createSourceChecker(sources, settings);
	return {
		handlers: {
			sourceCheck: async ({ input: { source } }) => {
				const { names } = sourceChecks;
				if (source !== undefined && !names.includes(source)) {
					throw invalidInput({ source: `must be one of ${names.join(', ')}` });
				}
				return { data: await sourceChecks.check(source === undefined ? undefined : [source]) };
			},
		},
	} satisfies Feature;
}
