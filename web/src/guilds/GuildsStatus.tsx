import { useUser } from '../ui/Guard.tsx';
import { DeadCount } from '../ui/DeadCount.tsx';
import { useGuildStates } from './useGuildStates.ts';

/** The dead webhooks of the user's servers, in the status line of users who are not operators. */
export function GuildsStatus() {
	return useUser().roles.includes('admin') ? null : <Dead />;
}

/** Nothing while all webhooks work. */
function Dead() {
	const { data } = useGuildStates();
	const affected = data?.data.filter(({ off }) => off > 0) ?? [];
	const [only] = affected;
	if (!only) return null;
	const count = affected.reduce((sum, { off }) => sum + off, 0);
	return <DeadCount count={count} to={`/dashboard/admin${affected.length === 1 ? `/${only.guildId}` : ''}`} />;
}
