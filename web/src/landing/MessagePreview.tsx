import './messagePreview.css';
const LINES = ['Shock drop', 'Status: HOLD → ACTIVE', 'Price: $170.00', 'Region: US', 'Sizes: 8 ▰▰▰  9 ▰▰▱  10 ▰▱▱'];

/** A message as it looks in Discord. Its lines type themselves by style alone: they are there before any script is. */
export function MessagePreview() {
	return (
		<figure className="preview" aria-label={`A message in Discord: ${LINES.join(', ')}`}>
			<figcaption>
				<span className="avatar" aria-hidden="true" />
				<b>Dropwire</b> <span className="app">APP</span>
			</figcaption>
			<div className="embed">
				<b>Nike Air Max 97</b>
				<div className="lines" aria-hidden="true">
					{LINES.map((line, n) => (
						<span key={line} style={{ animationDelay: `${600 + n * 650}ms` }}>
							{line}
						</span>
					))}
				</div>
			</div>
		</figure>
	);
}
