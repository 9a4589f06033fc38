import type { CoverageWords } from '@dropwire/contract';
import { useCall } from '../api/useCall.ts';

const EVERY_MS = 5000;

/** What watches the products of each topic, read every 5 s. All components share one request. */
export function useCoverage() {
	return useCall('coverage', {}, { refreshInterval: EVERY_MS });
}

const clock = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' });
// `dateStyle` cannot be combined with a time zone name.
const dated = new Intl.DateTimeFormat(undefined, {
	month: 'short',
	day: 'numeric',
	hour: 'numeric',
	minute: '2-digit',
	timeZoneName: 'short',
});

/** Moments in the browser's language and zone; those of today without the date. */
export function browserWords(): CoverageWords {
	const now = new Date();
	return {
		now: now.getTime(),
		at: (time) => (new Date(time).toDateString() === now.toDateString() ? clock : dated).format(time),
	};
}
