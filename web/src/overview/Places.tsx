import type { Overview } from '@dropwire/bff/contract';
import { Link } from 'react-router-dom';
import { filteredPath } from '../data/useFilter.ts';
import { screenOf } from '../webhooks/brands.ts';

type Stands = Overview['dead'][number]['stands'];
/** A webhook may stand in every group of every region. */
const SHOWN = 6;

/** Where a webhook stands, by label, each leading to where one tests it, saves it anew or removes it. */
export function Places({ stands }: { stands: Stands }) {
	if (stands.length === 0) return 'Removed since';
	return (
		<>
			{stands.slice(0, SHOWN).map((place, n) => (
				<span key={n}>
					{n > 0 && ', '}
					<Link to={linkOf(place)}>{nameOf(place)}</Link>
				</span>
			))}
			{stands.length > SHOWN && ` and ${stands.length - SHOWN} more`}
		</>
	);
}

function linkOf({ topic, label, guild }: Stands[number]): string {
	if (guild) return `/dashboard/admin/${guild.guildId}/${guild.channelId}`;
	if (!topic) return '/dashboard/settings/webhooks';
	const screen = `/dashboard/settings/${screenOf(topic.brand, topic.category)}`;
	return label === null ? screen : filteredPath(screen, label);
}

function nameOf({ topic, label, guild }: Stands[number]): string {
	const name = topic ? `${topic.toolsName} · ${topic.region}` : 'Broadcast list';
	if (guild) return `${guild.name}: ${name}`;
	return label ? `${name}: ${label}` : name;
}
