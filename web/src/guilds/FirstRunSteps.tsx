import './guilds.css';
import { Link } from 'react-router-dom';

const STEPS = [
	{ id: 'server', text: 'Server' },
	{ id: 'what', text: 'What and where' },
	{ id: 'test', text: 'Test' },
] as const;
export type Step = (typeof STEPS)[number]['id'];

/** The step in the address; null outside of the first run. */
export function stepOf(search: URLSearchParams): Step | null {
	return STEPS.find(({ id }) => id === search.get('step'))?.id ?? null;
}

/** The three steps of the first run. Their progress is in the address. */
export function FirstRunSteps({ at, guildId }: { at: Step; guildId: string | null }) {
	return (
		<nav aria-label="Setup steps">
			<ol className="steps">
				{STEPS.map(({ id, text }, index) => {
					const to = id === 'server' ? '/dashboard/admin?step=server' : `/dashboard/admin/${guildId}?step=${id}`;
					const label = (
						<>
							<b>{index + 1}</b> {text}
						</>
					);
					const reachable = id === 'server' || guildId !== null;
					return (
						<li key={id} {...(id === at && { 'aria-current': 'step' as const })}>
							{reachable && id !== at ? <Link to={to}>{label}</Link> : <span>{label}</span>}
						</li>
					);
				})}
			</ol>
		</nav>
	);
}
