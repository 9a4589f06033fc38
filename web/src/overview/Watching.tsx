import type { Overview } from '@dropwire/contract';
import { counted } from '../ui/format.ts';

/** How much members watch. What a member watches, only they see. */
export function Watching({ watching: { members, watches, unreachable } }: { watching: Overview['watching'] }) {
	return (
		<section className="card wide">
			<h2>Members’ watches</h2>
			<p className="dim" style={{ margin: 0 }}>
				{counted(members, 'member watches', 'members watch')} products, with {counted(watches, 'watch', 'watches')}.{' '}
				{unreachable === 0
					? 'The bot reaches all of them.'
					: `${counted(unreachable, 'member does', 'members do')} not get notices, because Discord does not let the bot write to them.`}
			</p>
		</section>
	);
}
