import { type ProductWhy, type WhyRow, whyText, whyVerdictText } from '@dropwire/contract';

/** In the browser's language and zone, as `formatRange` needs it. */
const moments = new Intl.DateTimeFormat(undefined, {
	month: 'short',
	day: 'numeric',
	hour: 'numeric',
	minute: '2-digit',
	second: '2-digit',
});
const { timeZone } = moments.resolvedOptions();

/** Outcomes after which the message comes; all others keep it away or delay it. */
const GOOD = new Set(['yes', 'read', 'changed']);

/** The answer in a sentence, and the steps that led to it. @param watch whether it is about a personal watch */
export function WhyPath({ answer, watch }: { answer: ProductWhy; watch: boolean }) {
	return (
		<>
			<p className="why-verdict" role="status">
				{whyVerdictText(answer, watch)}
			</p>
			<ol className="why-path">
				{answer.data.map((row, n) => (
					<li key={n}>
						<i className={`dot ${dotOf(row)}`} aria-hidden="true" />
						{row.at === null ? (
							<span className="dim">Now</span>
						) : (
							<time className="dim" dateTime={new Date(row.at).toISOString()}>
								{row.until === null ? moments.format(row.at) : moments.formatRange(row.at, row.until)}
							</time>
						)}
						<span>{whyText(row, watch)}</span>
					</li>
				))}
			</ol>
			<p className="dim why-zone">Times are in {timeZone}.</p>
		</>
	);
}

function dotOf({ step, outcome }: WhyRow): 'good' | 'bad' | 'wait' {
	if (step === 'event' || step === 'queued' || GOOD.has(outcome)) return 'good';
	return step === 'compared' ? 'wait' : 'bad';
}
