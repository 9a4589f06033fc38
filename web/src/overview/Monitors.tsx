import type { Overview } from '@dropwire/contract';
import { ago, counted } from '../ui/format.ts';

/** The programs that submit events from outside: who, what, how often, and when last. */
export function Monitors({ monitors }: { monitors: Overview['monitors'] }) {
	if (monitors.length === 0) return null;
	return (
		<section className="card wide">
			<h2>External monitors</h2>
			<ul className="sources">
				{monitors.map(({ name, everyMs, sources, reportedBy, lastAt, lastEvents, silent }) => (
					<li key={name}>
						<i className={`dot ${silent ? 'bad' : 'good'}`} aria-hidden="true" />
						<b>{name}</b>
						<span className="dim">
							{sources.length > 0 ? sources.join(', ') : 'no events yet'}, every {Math.round(everyMs / 1000)} s, by{' '}
							{reportedBy}
						</span>
						<span className={silent ? 'bad' : 'dim'}>
							{silent ? 'silent: last call' : `${counted(lastEvents, 'product')} in the last call`} {ago(lastAt)}
						</span>
					</li>
				))}
			</ul>
		</section>
	);
}
