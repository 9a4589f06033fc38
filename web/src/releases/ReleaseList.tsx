import type { Release } from '@dropwire/contract';
import { useReader } from './clock.ts';
import { ReleaseRow } from './ReleaseRow.tsx';
import { dayOf } from './times.ts';

/**
 * Releases by launch. Each row has its day, so that nothing moves when the browser replaces the server's time zone by the
 * reader's.
 */
export function ReleaseList({ releases, today }: { releases: readonly Release[]; today: string }) {
	const reader = useReader();
	const days = releases.map(({ launchAt }) => dayOf(launchAt, reader));
	return (
		<ul className="release-rows">
			{releases.map((release, index) => (
				<ReleaseRow
					key={release.id}
					release={release}
					isFirst={days[index] !== days[index - 1]}
					isToday={days[index] === today}
				/>
			))}
		</ul>
	);
}
