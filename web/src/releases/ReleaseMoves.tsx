import type { Release } from '@dropwire/contract';
import type { ReleaseState } from '@dropwire/domain/calendar';
import { type Reader, shortMoment } from './times.ts';

export const RELEASE_STATE_NAMES: Readonly<Record<ReleaseState, string>> = {
	announced: 'Announced',
	live: 'Live',
	over: 'Over',
	cancelled: 'Cancelled',
};

/** The last dates are shown; a release that moves often has many. */
const SHOWN = 3;

interface Props extends Pick<Release, 'moves' | 'launchAt'> {
	reader: Reader;
}

/** The dates of a release that moved: `Moved: Dec 3, 10:00 AM → Dec 5, 10:00 AM`. */
export function ReleaseMoves({ moves, launchAt, reader }: Props) {
	if (moves.length === 0) return null;
	return (
		<p className="release-moves">
			Moved{moves.length > SHOWN && ` ${moves.length} times`}:{' '}
			{moves.slice(-SHOWN).map(({ at, from }) => (
				<span key={at}>
					<s>{shortMoment(from, reader)}</s> <span aria-label="to">→</span>{' '}
				</span>
			))}
			<b>{shortMoment(launchAt, reader)}</b>
		</p>
	);
}
