import { Link } from 'react-router-dom';
import { counted } from './format.ts';

/** The number of dead webhooks in the status line, with a link to them. */
export function DeadCount({ count, to }: { count: number; to: string }) {
	const text = counted(count, 'dead webhook');
	if (count === 0) return <span>{text}</span>;
	return (
		<Link className="bad" to={to}>
			{text}
		</Link>
	);
}
