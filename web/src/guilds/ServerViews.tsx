import { Link, useLocation } from 'react-router-dom';

const REGIONS = '?view=regions';
const VIEWS = [
	['', 'Matrix'],
	[REGIONS, 'By region'],
	['/deliveries', 'Delivery log'],
	['/statistics', 'Statistics'],
	['/changes', 'Changes'],
] as const;

/** Links to a server's screens. */
export function ServerViews({ guildId }: { guildId: string }) {
	const { pathname, search } = useLocation();
	const server = `/dashboard/admin/${guildId}`;
	const here = pathname + (search === REGIONS ? search : '');
	return (
		<nav className="tabs" aria-label="Views of the server">
			{VIEWS.map(([path, name]) => (
				<Link key={path} to={server + path} aria-current={here === server + path ? 'page' : undefined}>
					{name}
				</Link>
			))}
		</nav>
	);
}
