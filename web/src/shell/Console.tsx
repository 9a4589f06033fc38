import { TextInput } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { Navigate, NavLink, useParams } from 'react-router-dom';
import { type CallOutput, type Contract } from '@dropwire/bff/contract';
import { useCall } from '../data/useCall.ts';
import { familiesOf } from '../webhooks/brands.ts';
import { Frame } from './Frame.tsx';
import { useUser } from './Guard.tsx';
import { Skeletons } from './Loading.tsx';
import { NothingHere } from './NotFound.tsx';
import { SECTIONS } from './sections.tsx';
import { Title } from './Title.tsx';

const Palette = lazy(() => import('../palette/Palette.tsx'));
const COUNT_EVERY_MS = 15_000;

/** The operator console: a menu of sections, and the one that the address names. */
export default function Console() {
	const { contentId } = useParams();
	const user = useUser();
	const [filter, setFilter] = useState('');
	const admin = user.roles.includes('admin');
	const section = SECTIONS.find(({ id }) => id === contentId);
	const shown = SECTIONS.filter(({ label }) => label.toLowerCase().includes(filter.trim().toLowerCase()));
	const counts = useCall('operatorCounts', admin ? {} : null, { refreshInterval: COUNT_EVERY_MS });
	if (!admin) return <Navigate to="/dashboard/client" replace />;
	const Screen = section?.screen ?? NothingHere;
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
								{counts.data && <Count id={id} counts={counts.data} />}
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
			{section && <Title of={section.label} />}
			<Suspense fallback={<Skeletons rows={8} />}>
				<Screen key={contentId} />
			</Suspense>
			<Palette />
		</Frame>
	);
}

type Counts = CallOutput<Contract['operatorCounts']>;

/** How many webhooks a section has, and how many of them fail; nothing for a section without. */
function Count({ id, counts }: { id: string; counts: Counts }) {
	const families = familiesOf(id);
	const own =
		id === 'webhooks'
			? [counts.broadcast]
			: counts.data.filter(({ brand, category }) =>
					families.some((family) => family.brand === brand && family.category === category),
				);
	const sum = (key: 'webhooks' | 'failing') => own.reduce((total, count) => total + count[key], 0);
	if (sum('webhooks') === 0) return null;
	return (
		<span className="count">
			{sum('webhooks')}
			{sum('failing') > 0 && (
				<span className="failing" title={`${sum('failing')} failing`}>
					{sum('failing')}
					<span className="visually-hidden"> failing</span>
				</span>
			)}
		</span>
	);
}
