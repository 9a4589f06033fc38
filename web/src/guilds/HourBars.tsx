import './serverScreens.css';

export interface Bar {
	/** `14:00`, or a date and hour. */
	name: string;
	sent: number;
	failed: number;
}

/** A bar per hour, of the messages that were sent and above them those that failed. */
export function HourBars({ caption, bars }: { caption: string; bars: readonly Bar[] }) {
	const highest = Math.max(1, ...bars.map(({ sent, failed }) => sent + failed));
	const height = (count: number) => ({ height: `${(count / highest) * 100}%` });
	return (
		<figure className="hours">
			<figcaption className="dim">{caption}</figcaption>
			<div className="bars" aria-hidden="true">
				{bars.map(({ name, sent, failed }) => (
					<span key={name} title={`${name}: ${sent} sent${failed > 0 ? `, ${failed} failed` : ''}`}>
						{failed > 0 && <i className="failed" style={height(failed)} />}
						<i className={sent === 0 ? 'none' : ''} style={height(sent)} />
					</span>
				))}
			</div>
			<div className="axis dim mono" aria-hidden="true">
				{bars
					.filter((_, index) => index % 6 === 0)
					.map(({ name }) => (
						<span key={name}>{name}</span>
					))}
			</div>
		</figure>
	);
}
