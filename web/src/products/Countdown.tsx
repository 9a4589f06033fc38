import type { Region } from '@dropwire/contract';
import { useEffect, useState } from 'react';
import { countdownText } from '../ui/countdown.ts';
import { dateTime } from '../ui/format.ts';

/** A launch in a region: how long until it, counted down, and when it is in the reader's time zone. */
export function Countdown({ at, region }: { at: number; region: Region }) {
	const [now, setNow] = useState(Date.now);
	const isPast = at <= now;
	useEffect(() => {
		if (isPast) return undefined;
		const timer = setInterval(() => setNow(Date.now()), 1000);
		return () => clearInterval(timer);
	}, [isPast]);
	return (
		<p className="countdown">
			{isPast ? (
				'Launched'
			) : (
				<>
					Launch in <b className="mono">{countdownText(at - now)}</b>
				</>
			)}{' '}
			<time dateTime={new Date(at).toISOString()}>{dateTime(at)}</time> ({region})
		</p>
	);
}
