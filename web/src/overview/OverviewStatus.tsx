import type { Pulse } from '@dropwire/contract';
import { ago, counted } from '../ui/format.ts';
import { useUser } from '../ui/Guard.tsx';
import { DeadCount } from '../ui/DeadCount.tsx';

/** What happens in all servers, in the status line of operators. */
export function OverviewStatus({ pulse: { lastEventAt, open, webhooksOff } }: { pulse: Pulse }) {
	if (!useUser().roles.includes('admin')) return null;
	return (
		<>
			<span className="wide-only">Last event {ago(lastEventAt)}</span>
			<span>{counted(open, 'message')} in flight</span>
			<DeadCount count={webhooksOff} to="/dashboard/settings/overview" />
		</>
	);
}
