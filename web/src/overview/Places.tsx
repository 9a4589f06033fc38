import type { Overview } from '@dropwire/contract';
import { Link } from 'react-router-dom';
import { filteredPath } from '../ui/useFilter.ts';
import { screenPath } from '../ui/paths.ts';

type Subscriptions = Overview['dead'][number]['subscriptions'];
/** A webhook can be in every group of every region. */
const SHOWN = 6;

/** The subscriptions of a webhook, each with a link to the screen where it can be tested, saved again or removed. */
export function Places({ subscriptions }: { subscriptions: Subscriptions }) {
	if (subscriptions.length === 0) return 'Removed since';
	return (
		<>
			{subscriptions.slice(0, SHOWN).map((place, n) => (
				<span key={n}>
					{n > 0 && ', '}
					<Link to={linkOf(place)}>{nameOf(place)}</Link>
				</span>
			))}
			{subscriptions.length > SHOWN && ` and ${subscriptions.length - SHOWN} more`}
		</>
	);
}

function linkOf({ topic, label, guild }: Subscriptions[number]): string {
	if (guild) return `/dashboard/admin/${guild.guildId}/${guild.channelId}`;
	if (!topic) return '/dashboard/settings/webhooks';
	const screen = screenPath(topic.brand, topic.category);
	return label === null ? screen : filteredPath(screen, label);
}

function nameOf({ topic, label, guild }: Subscriptions[number]): string {
	const name = topic ? `${topic.toolsName} · ${topic.region}` : 'Broadcast list';
	if (guild) return `${guild.name}: ${name}`;
	return label ? `${name}: ${label}` : name;
}
