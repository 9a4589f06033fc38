import { SquareTerminal } from 'lucide-react';
import { NavLink } from 'react-router-dom';
import type { User } from '../ui/Guard.tsx';
import { entriesOf, isFor, useFeatures } from './feature.ts';

/** The console, beside everybody's entries, for operators. */
const CONSOLE = '/dashboard/settings';

/**
 * Everybody's menu.
 * @param user null while the user is unknown
 */
export function MainMenu({ user }: { user: User | null }) {
	const entries = entriesOf(useFeatures()).filter((entry) => isFor(entry.for, user));
	return (
		<nav aria-label="Main" className="main-menu">
			<ul>
				{entries.map(({ label, path, icon: Icon, end = false }) => (
					<li key={path}>
						<NavLink to={path} end={end} state={FROM_MENU}>
							<Icon size={16} aria-hidden="true" />
							{label}
						</NavLink>
					</li>
				))}
				{user?.roles.includes('admin') && (
					<li>
						<NavLink to={CONSOLE}>
							<SquareTerminal size={16} aria-hidden="true" />
							Console
						</NavLink>
					</li>
				)}
			</ul>
		</nav>
	);
}

/** The state of an address that was opened from the menu: the user wants this page, and not the one that fits best. */
const FROM_MENU = { fromMenu: true } as const;

/** Whether an address was opened from the menu. */
export function isFromMenu(state: unknown): boolean {
	return (state as Partial<typeof FROM_MENU> | null)?.fromMenu === true;
}
