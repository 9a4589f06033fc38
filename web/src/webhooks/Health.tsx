import type { Health } from '@dropwire/bff/contract';
import { Tooltip } from '@mantine/core';
import { ago } from '../data/time.ts';

/** A dot that says how a webhook fares; why, in words, beside it where it is off. */
export function HealthDot({ health }: { health: Health }) {
	const { tone, text } = describe(health);
	return (
		<Tooltip label={text} multiline maw={360} events={{ hover: true, focus: true, touch: true }}>
			<span className={`dot ${tone}`} role="img" aria-label={text} tabIndex={0} />
		</Tooltip>
	);
}

function describe({ active, offReason, lastStatus, lastReason, lastAt }: Health): { tone: string; text: string } {
	if (!active) return { tone: 'bad', text: `Off: ${offReason ?? 'unknown reason'}` };
	if (lastStatus === null) return { tone: '', text: 'No message yet' };
	if (lastStatus === 'sent') return { tone: 'good', text: `Last message sent ${ago(lastAt)}` };
	return {
		tone: lastStatus === 'retrying' ? 'wait' : 'bad',
		text: `Last message ${lastStatus} ${ago(lastAt)}: ${lastReason ?? ''}`,
	};
}
