import { maskWebhookUrl, shortenMask } from '@dropwire/contract';
import { Link } from 'react-router-dom';
import { Capped } from '../ui/Capped.tsx';
import { useCall } from '../api/useCall.ts';
import { Loaded } from '../shell/Loading.tsx';
import { HealthDot } from './Health.tsx';
import { offText } from './offText.ts';
import { Place } from './Place.tsx';
import { webhookPath } from './webhookPath.ts';

/** The webhooks of the saved list, each with its Discord server and channel and its health. */
export function BroadcastList() {
	const call = useCall('broadcastList', {}, { refreshInterval: 5000 });
	return (
		<section className="card" aria-labelledby="broadcast-list" style={{ marginTop: 24 }}>
			<div className="list-head">
				<h2 id="broadcast-list">Saved webhooks</h2>
			</div>
			<Loaded call={call} rows={3}>
				{({ data }) =>
					data.length === 0 ? (
						<p className="empty">No webhooks yet.</p>
					) : (
						<Capped rows={data}>
							{(rows) => (
								<ul className="rows">
									{rows.map(({ id, webhook, health, place }) => (
										<li key={webhook} className={health.active ? 'row' : 'row noted'}>
											<HealthDot health={health} />
											<span className="target grow lead">
												<Link to={webhookPath(id)}>
													<code>{shortenMask(maskWebhookUrl(webhook))}</code>
												</Link>
												<Place place={place} />
											</span>
											{!health.active && <p className="row-note bad">{offText(health.offReason)}</p>}
										</li>
									))}
								</ul>
							)}
						</Capped>
					)
				}
			</Loaded>
		</section>
	);
}
