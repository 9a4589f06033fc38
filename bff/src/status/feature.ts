import type { PublicStatus } from '@dropwire/contract';
import type { Feature } from '../http/feature.ts';

export function statusFeature({ readStatus }: { readStatus: () => Promise<PublicStatus> }) {
	return {
		handlers: {
			status: () => readStatus(),
		},
	} satisfies Feature;
}
