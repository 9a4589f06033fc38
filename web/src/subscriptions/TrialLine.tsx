import { FILTER_RULE_NAMES, type FilterRule } from '@dropwire/contract';
import { counted, grouped } from '../ui/format.ts';
import { reasonOf } from '../api/useCall.ts';
import type { TrialResult } from './useTrial.ts';

interface Props {
	result: TrialResult | null;
	current: boolean;
	error: unknown;
	/** Whether an option is invalid, which is shown at its field. */
	invalid: boolean;
	paused: boolean;
}

/** How many of the topic's last events the filters would have let through, with examples. */
export function TrialLine({ result, current, error, invalid, paused }: Props) {
	const failed = error !== null && !invalid;
	return (
		<div className="trial" aria-busy={!current}>
			<p role="status" className={failed ? 'bad' : current ? '' : 'dim'}>
				{failed ? `Trial failed: ${reasonOf(error)}` : sentence(result, invalid, paused)}
			</p>
			{!invalid && !failed && result && result.examples.length > 0 && <Examples result={result} />}
		</div>
	);
}

function sentence(result: TrialResult | null, invalid: boolean, paused: boolean): string {
	if (invalid) return 'Correct the marked options to see what would have been sent.';
	if (!result) return 'Trying the options on the last events…';
	if (result.of === 0) return 'This topic has had no events yet, so there is nothing to try the options on.';
	const count = `${grouped(result.sent)} of the last ${counted(result.of, 'event')}`;
	return paused ? `Paused. Without the pause would have been sent: ${count}` : `Would have been sent: ${count}`;
}

function Examples({ result: { examples } }: { result: TrialResult }) {
	return (
		<details>
			<summary>The last {counted(examples.length, 'event')}</summary>
			<ul className="rows" aria-label="Examples">
				{examples.map(({ eventId, sku, title, sent, rule }) => (
					<li key={eventId} className="row">
						<span className="grow lead">
							<span className="title">{title}</span> <span className="mono dim">{sku}</span>
						</span>
						<span className={sent ? 'good' : 'dim'}>
							{sent ? 'sent' : `held back by ${FILTER_RULE_NAMES[rule as FilterRule] ?? rule}`}
						</span>
					</li>
				))}
			</ul>
		</details>
	);
}
