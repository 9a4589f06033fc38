import type { WebhookDetails } from '@dropwire/contract';
import { Link } from 'react-router-dom';

/** The lists of a webhook that the matrix does not have: those of servers, and the broadcast list. */
export function Others({ webhook: { subscriptions } }: { webhook: WebhookDetails }) {
	const others = subscriptions.filter(({ label }) => label === null);
	if (others.length === 0) return null;
	return (
		<section className="card" aria-labelledby="other-lists">
			<h2 id="other-lists">Also in</h2>
			<ul className="rows">
				{others.map(({ id, topic, guild, options }) => (
					<li className="row" key={id}>
						<span className="grow">
							{guild ? (
								<Link to={`/dashboard/admin/${guild.guildId}/${guild.channelId}`}>
									{guild.name}: {topic ? `${topic.toolsName} · ${topic.region}` : ''}
								</Link>
							) : (
								<Link to="/dashboard/settings/webhooks">Broadcast list</Link>
							)}
						</span>
						{options.paused && <span className="pill dim">paused</span>}
					</li>
				))}
			</ul>
		</section>
	);
}
