import { type CallOutput, type Contract, maskWebhookUrl, shortenMask } from '@dropwire/contract';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Capped } from '../ui/Capped.tsx';
import type { CallState } from '../api/useCall.ts';
import { Loaded } from '../ui/Loading.tsx';
import { HealthDot } from './Health.tsx';
import { offText } from './texts.ts';
import { isAt, Place } from './Place.tsx';
import { webhookPath } from '../ui/paths.ts';

/** The webhooks of the saved list, each with its Discord server and channel and its health. */
export function BroadcastList({ call }: { call: CallState<CallOutput<Contract['broadcastList']>> }) {
	const [filter, setFilter] = useState('');
	return (
		<section className="card" aria-labelledby="broadcast-list" style={{ marginTop: 24 }}>
			<div className="list-head">
				<h2 id="broadcast-list">Saved webhooks</h2>
				{(call.data?.data.length ?? 0) > 0 && (
					<TextInput
						aria-label="Filter webhooks"
						placeholder="Filter by URL or channel"
						size="xs"
						value={filter}
						onChange={(event) => setFilter(event.currentTarget.value)}
					/>
				)}
			</div>
			<Loaded call={call} rows={3}>
				{({ data }) => {
					const found = data.filter(({ webhook, place }) => isAt(filter, webhook, place));
					if (found.length === 0)
						return <p className="empty">{data.length === 0 ? 'No webhooks yet.' : 'No webhook matches the filter.'}</p>;
					return (
						<Capped rows={found}>
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
					);
				}}
			</Loaded>
		</section>
	);
}
