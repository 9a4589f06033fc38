import type { Brand } from '@dropwire/contract';
import { Link } from 'react-router-dom';
import { useCall } from '../api/useCall.ts';
import { EventTable } from '../events/EventTable.tsx';
import { Loaded } from '../ui/Loading.tsx';
import { sectionPath } from '../ui/paths.ts';

/** Events that are shown; the list of events has all. */
const SHOWN = 10;

/** The newest events of a product, with the topic of each and how many webhooks it went to: for operators. */
export function ProductEvents({ brand, sku }: { brand: Brand; sku: string }) {
	const call = useCall('events', { brand, sku });
	return (
		<section className="card" aria-labelledby="recipients">
			<div className="list-head">
				<h2 id="recipients">Who got a message</h2>
				<Link to={`${sectionPath('events')}?${new URLSearchParams({ sku })}`}>All events of this SKU</Link>
			</div>
			<Loaded call={call}>
				{({ data }) =>
					data.length === 0 ? (
						<p className="empty">No event in the time for which events are kept.</p>
					) : (
						<EventTable rows={data.slice(0, SHOWN)} />
					)
				}
			</Loaded>
		</section>
	);
}
