import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { Navigate, NavLink, useParams } from 'react-router-dom';
import { Frame } from './Frame.tsx';
import { useUser } from './Guard.tsx';
import { NotFound } from './NotFound.tsx';
import { SECTIONS } from './sections.tsx';

/** The operator console: a menu of sections, and the one that the address names. */
export function Console() {
	const { contentId } = useParams();
	const user = useUser();
	const [filter, setFilter] = useState('');
	const section = SECTIONS.find(({ id }) => id === contentId);
	const shown = SECTIONS.filter(({ label }) => label.toLowerCase().includes(filter.trim().toLowerCase()));
	if (!user.roles.includes('admin')) return <Navigate to="/dashboard/client" replace />;
	const Screen = section?.screen ?? NotFound;
	const menu = (
		<>
			<TextInput
				aria-label="Filter sections"
				placeholder="Filter sections"
				value={filter}
				onChange={(event) => setFilter(event.currentTarget.value)}
			/>
			<nav aria-label="Sections">
				<ul>
					{shown.map(({ id, label, icon: Icon }) => (
						<li key={id}>
							<NavLink to={`/dashboard/settings/${id}`}>
								<Icon size={18} aria-hidden="true" />
								{label}
							</NavLink>
						</li>
					))}
				</ul>
				{shown.length === 0 && <p className="empty">No section of that name.</p>}
			</nav>
		</>
	);
	return (
		<Frame menu={menu}>
			<Screen key={contentId} />
		</Frame>
	);
}
