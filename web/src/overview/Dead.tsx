import type { Overview } from '@dropwire/bff/contract';
import { Link } from 'react-router-dom';
import { ago } from '../data/time.ts';
import { screenOf } from '../webhooks/brands.ts';
import { shortTarget } from '../webhooks/masked.ts';

type Stands = Overview['dead'][number]['stands'][number];

/** Webhooks that are off, with why, and where one saves them anew or removes them. */
export function Dead({ dead }: { dead: Overview['dead'] }) {
	return (
		<section className="card">
			<h2>Dead webhooks</h2>
			{dead.length === 0 && <p className="empty">None. Every webhook is on.</p>}
			<ul className="rows">
				{dead.map(({ id, target, reason, offAt, stands }) => (
					<li className="row noted" key={id}>
						<span className="grow mono">{shortTarget(target)}</span>
						<span className="dim">off {ago(offAt)}</span>
						<p className="row-note bad">{reason}</p>
						<p className="row-note">
							{stands.map((place, n) => (
								<span key={n}>
									{n > 0 && ', '}
									<Link to={linkOf(place)}>{nameOf(place)}</Link>
								</span>
							))}
						</p>
					</li>
				))}
			</ul>
		</section>
	);
}

function linkOf({ topic, guild }: Stands): string {
	if (guild) return `/dashboard/admin/${guild.guildId}/${guild.channelId}`;
	if (!topic) return '/dashboard/settings/webhooks';
	const screen = screenOf(topic.brand, topic.category);
	return `/dashboard/settings/${screen?.id ?? 'stocknumber'}`;
}

function nameOf({ topic, label, guild }: Stands): string {
	const name = topic ? `${topic.toolsName} · ${topic.region}` : 'Broadcast list';
	if (guild) return `${guild.name}: ${name}`;
	return label ? `${name}: ${label}` : name;
}
