import { CircleCheck, CircleDashed, Clock, Hourglass, type LucideIcon, Pause, Plus, TriangleAlert } from 'lucide-react';
import type { LinkState } from './cells.ts';

/** What a cell can be: its links' state, a topic without a link, or nothing. */
type CellState = LinkState | 'empty' | 'none';

/** The icon, color and meaning of each state, in the order of the legend. */
const STATES: Readonly<Record<CellState, { Icon: LucideIcon; tone: string; text: string }>> = {
	works: { Icon: CircleCheck, tone: 'good', text: 'last message sent' },
	new: { Icon: Clock, tone: '', text: 'no message yet' },
	waits: { Icon: Hourglass, tone: 'wait', text: 'waits for Discord' },
	failing: { Icon: TriangleAlert, tone: 'bad', text: 'failing or off' },
	paused: { Icon: Pause, tone: '', text: 'paused' },
	empty: { Icon: CircleDashed, tone: '', text: 'topic without a webhook' },
	none: { Icon: Plus, tone: '', text: 'not set up' },
};

/** The state of a cell, for the eye: the cell's name has it in words. */
export function CellIcon({ state }: { state: CellState }) {
	const { Icon, tone } = STATES[state];
	return <Icon className={`cell-icon ${tone}`} size={14} aria-hidden="true" />;
}

/** What the icons of the matrix mean. */
export function Legend() {
	return (
		<ul className="matrix-legend" aria-label="Legend">
			{(Object.keys(STATES) as CellState[]).map((state) => (
				<li key={state}>
					<CellIcon state={state} /> {STATES[state].text}
				</li>
			))}
			<li>
				<span aria-hidden="true">–</span> not available in this region
			</li>
		</ul>
	);
}
