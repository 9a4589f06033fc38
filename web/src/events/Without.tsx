import { maskEnd, type WhyRule, type WithoutMessage } from '@dropwire/contract';
import { usePages } from '../api/usePages.ts';
import { placeText } from '../deliveries/places.ts';
import { Loaded } from '../ui/Loading.tsx';
import { LoadMore } from '../ui/LoadMore.tsx';
import { WebhookName } from '../webhooks/WebhookName.tsx';

const EVERY_MS = 60_000;

/** What each rule is called in the list. */
const RULES: Readonly<Record<WhyRule, string>> = {
	list: 'list',
	topic: 'topic',
	webhook: 'webhook',
	paused: 'paused',
	kinds: 'kinds',
	include: 'required words',
	exclude: 'excluded words',
	sizes: 'sizes',
	price: 'price',
	discount: 'discount',
	delivery: 'delivery',
};

/** The subscriptions that did not get an event, each with the rule that excluded it. */
export function Without({ event }: { event: string }) {
	const pages = usePages('eventSubscriptions', { id: event }, EVERY_MS);
	return (
		<section className="card event-part" aria-label="Not delivered to">
			<h2>Not delivered to, and why</h2>
			<p className="dim">Subscriptions of its topic and the broadcast list, with their current options.</p>
			<Loaded call={pages} rows={3}>
				{(rows) =>
					rows.length === 0 ? (
						<p className="empty">Every subscription of its topic got it.</p>
					) : (
						<ul className="rows">
							{rows.map((row) => (
								<Line key={row.id} row={row} />
							))}
						</ul>
					)
				}
			</Loaded>
			<LoadMore more={pages.more} mt={12} />
		</section>
	);
}

function Line({ row }: { row: WithoutMessage }) {
	const name = row.label ?? (row.list === 'broadcast' ? 'Broadcast list' : null);
	return (
		<li className="row delivery-line">
			<span className="who">
				<b>
					<WebhookName id={row.webhookId} name={name ?? placeText(row.place) ?? 'Webhook'} />
				</b>{' '}
				<span className="dim">
					{name !== null && placeText(row.place)} <span className="mono">{maskEnd(row.target)}</span>
				</span>
			</span>
			<span className="why">
				<span className="pill dim">{RULES[row.rule]}</span> {row.detail}
			</span>
		</li>
	);
}
