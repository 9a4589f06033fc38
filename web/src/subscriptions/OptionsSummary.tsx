import './summary.css';
import { optionLines, optionsText, type SubscriptionOptions } from '@dropwire/contract';

/** A subscription's options in a few words; its tooltip has them in full. Nothing without options. */
export function OptionsSummary({ options }: { options: SubscriptionOptions }) {
	const lines = optionLines(options);
	if (lines.length === 0) return null;
	const { paused, ...others } = options;
	return (
		<span className="summary" title={lines.join('\n')}>
			{paused && <strong>Paused</strong>}
			<span className="text">{optionsText(others)}</span>
		</span>
	);
}
