import type { CoverageVerdict } from '@dropwire/contract';

const TONES: Readonly<Record<CoverageVerdict, string>> = {
	blocked: 'bad',
	sold_but_unwatched: 'bad',
	suspect: 'bad',
	late: 'bad',
	watched_but_unsold: 'wait',
	first_round: 'wait',
	watched: 'good',
	idle: '',
};

/** A verdict's colour. Its name is always beside it. */
export function VerdictDot({ verdict }: { verdict: CoverageVerdict }) {
	return <i className={`dot ${TONES[verdict]}`} aria-hidden="true" />;
}
