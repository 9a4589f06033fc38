import { KINDS, OFFERS, type ProductEventRow } from '@dropwire/contract';
import { Link } from 'react-router-dom';
import { brandName, ago, counted, dateTime } from '../ui/format.ts';

/** The fields of a snapshot that the list shows; the contract does not define a snapshot's fields. */
interface ShownSnapshot {
	title?: string;
	image?: string | null;
}

/** One event: what happened to which product, its topic, and how many webhooks it went to and people opened its link. */
export function EventLine({ row }: { row: ProductEventRow }) {
	const { title = row.sku, image } = ((row.after ?? row.before) as ShownSnapshot | null) ?? {};
	return (
		<tr>
			<td>
				<div className="product">
					{image ? (
						<img className="thumb" src={image} alt="" width={32} height={32} loading="lazy" />
					) : (
						<span className="thumb" />
					)}
					<div>
						<span className="title" title={title}>
							<Link to={`/dashboard/settings/events/${row.id}`}>{title}</Link>
						</span>
						<span className="facts dim">
							{brandName(row.source)} <span className="mono">{row.sku}</span>
							{row.offer !== 'NEW' && ` ${OFFERS[row.offer].name}`}
						</span>
					</div>
				</div>
			</td>
			<td className="kind">
				{KINDS[row.kind].name} <span className="dim">{row.region}</span>
			</td>
			<td className="topic" title={row.topic ?? undefined}>
				{row.topic ?? <span className="dim">No topic</span>}
			</td>
			<td className="reach">
				<Reach topic={row.topic} deliveries={row.deliveries} />
				{row.clicks !== null && row.clicks > 0 && <span className="clicks dim"> {counted(row.clicks, 'click')}</span>}
			</td>
			<td className="time dim" title={dateTime(row.at)}>
				{ago(row.at)}
			</td>
		</tr>
	);
}

/** How many webhooks the event went to. None is no failure, but has a mark, because operators search for it. */
function Reach({ topic, deliveries }: Pick<ProductEventRow, 'topic' | 'deliveries'>) {
	if (deliveries > 0) return <span className="sent">{counted(deliveries, 'webhook')}</span>;
	return <span className="nobody">{topic === null ? 'Nobody' : 'No subscription'}</span>;
}
