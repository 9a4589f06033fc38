import type { Pulse } from '@dropwire/contract';
import { Link } from 'react-router-dom';
import { ago, counted } from '../ui/format.ts';
import { useCall } from '../api/useCall.ts';
import { EngineState } from './EngineState.tsx';
import { FIRST_SECTION } from './sections.tsx';
import { useGuildStates } from '../guilds/useGuildStates.ts';
import { useUser } from '../ui/Guard.tsx';

const EVERY_MS = 5000;

/** The status line of every screen: the engine's state and its latest activity, as the server reports them. */
export function StatusLine() {
	const { data, error } = useCall('pulse', {}, { refreshInterval: EVERY_MS });
	return (
		<>
			<EngineState data={data} error={error} />
			{data && !error && <Figures pulse={data.data} />}
		</>
	);
}

/** What goes on in all servers, for operators; others see what is theirs. */
function Figures({ pulse: { lastEventAt, open, webhooksOff } }: { pulse: Pulse }) {
	if (!useUser().roles.includes('admin')) return <OwnDead />;
	return (
		<>
			<span className="wide-only">Last event {ago(lastEventAt)}</span>
			<span>{counted(open, 'message')} in flight</span>
			<Dead count={webhooksOff} to={`/dashboard/settings/${FIRST_SECTION}`} />
		</>
	);
}

/** The dead webhooks of the user's own servers. Nothing while all of them work. */
function OwnDead() {
	const { data } = useGuildStates();
	const affected = data?.data.filter(({ off }) => off > 0) ?? [];
	const [only] = affected;
	if (!only) return null;
	const count = affected.reduce((sum, { off }) => sum + off, 0);
	return <Dead count={count} to={`/dashboard/admin${affected.length === 1 ? `/${only.guildId}` : ''}`} />;
}

function Dead({ count, to }: { count: number; to: string }) {
	const text = counted(count, 'dead webhook');
	if (count === 0) return <span>{text}</span>;
	return (
		<Link className="bad" to={to}>
			{text}
		</Link>
	);
}
