import { useEffect, useState } from 'react';

const LINES = ['Shock drop', 'Status: HOLD → ACTIVE', 'Price: $170.00', 'Region: US', 'Sizes: 8 ▰▰▰  9 ▰▰▱  10 ▰▱▱'];
const LETTER_MS = 28;

/** A message as it looks in Discord, typing itself; whole at once for those who want no motion. */
export function MessagePreview() {
	const text = LINES.join('\n');
	const [shown, setShown] = useState(() => (matchMedia('(prefers-reduced-motion: reduce)').matches ? text.length : 0));
	useEffect(() => {
		if (shown >= text.length) return undefined;
		const timer = setTimeout(() => setShown(shown + 1), LETTER_MS);
		return () => clearTimeout(timer);
	}, [shown, text.length]);
	return (
		<figure className="preview" aria-label={`A message in Discord: ${LINES.join(', ')}`}>
			<figcaption>
				<span className="avatar" aria-hidden="true" />
				<b>Dropwire</b> <span className="app">APP</span>
			</figcaption>
			<div className="embed">
				<b>Nike Air Max 97</b>
				<pre aria-hidden="true">{text.slice(0, shown)}</pre>
			</div>
		</figure>
	);
}
