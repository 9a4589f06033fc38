import './serverScreens.css';
import { Link, useLocation } from 'react-router-dom';

const VIEWS = [
	['?view=regions', 'By region'],
	['/deliveries', 'Delivery log'],
	['/statistics', 'Statistics'],
	['/changes', 'Changes'],
] as const;

/** Links to a server's further screens. */
export function ServerViews({ guildId }: { guildId: string }) {
	const { pathname } = useLocation();
	return (
		<nav className="server-view" aria-label="Views of the server">
			{VIEWS.map(([path, name]) => (
				<Link
					key={path}
					to={`/dashboard/admin/${guildId}${path}`}
					aria-current={pathname.endsWith(path) ? 'page' : undefined}
				>
					{name}
				</Link>
			))}
		</nav>
	);
}
