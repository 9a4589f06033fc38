import { DELIVERY_STATUSES, type Delivery, type DeliverySummary, type ProductEventRow } from '@dropwire/contract';
import { useCall } from '../api/useCall.ts';
import { counted, dateTime } from '../ui/format.ts';

export interface News {
	kind: 'event' | 'delivery' | 'deliveries';
	key: string;
	/** The event of a delivery. */
	eventId: string | null;
	text: string;
	status: string;
	bad: boolean;
	at: number;
}

const NEWS_KEPT = 12;

/** Adds a message of the live stream, or replaces the line that it continues. */
export function addNews(old: readonly News[], kind: News['kind'], data: unknown): readonly News[] {
	const added = newsOf(kind, data);
	// The first deliveries of a message can come as rows before its counts, which include them.
	const isIncluded = (line: News) =>
		kind === 'deliveries' && line.kind === 'delivery' && line.eventId !== null && line.eventId === added.eventId;
	return [added, ...old.filter((line) => line.key !== added.key && !isIncluded(line))].slice(0, NEWS_KEPT);
}

function newsOf(kind: News['kind'], data: unknown): News {
	if (kind === 'event') {
		const { id, kind: what, sku, region, at } = data as ProductEventRow;
		const status = what.toLowerCase().replace('_', ' ');
		return { kind, key: `event/${id}`, eventId: null, text: `${sku} · ${region}`, status, bad: false, at };
	}
	if (kind === 'delivery') {
		const { id, eventId, title, target, status, sentAt, queuedAt, editOf } = data as Delivery;
		const bad = status === 'failed' || status === 'expired';
		const text = `${title} → ${target}`;
		const shown = editOf === null ? status : `edit ${status}`;
		return { kind, key: `delivery/${id}`, eventId, text, status: shown, bad, at: sentAt ?? queuedAt };
	}
	const { id, guildId, eventId, title, queuedAt, edit, counts } = data as DeliverySummary;
	const total = DELIVERY_STATUSES.reduce((sum, status) => sum + counts[status], 0);
	const shown = DELIVERY_STATUSES.filter((status) => counts[status] > 0);
	return {
		kind,
		key: `deliveries/${id}/${guildId ?? ''}`,
		eventId,
		text: `${title} → ${counted(total, 'webhook')}`,
		status: `${edit ? 'edit: ' : ''}${shown.map((status) => `${counts[status].toLocaleString('en')} ${status}`).join(', ')}`,
		bad: counts.failed + counts.expired > 0,
		at: queuedAt,
	};
}

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

/** The newest events, then events and deliveries as they happen. @param news since the page was opened */
export function Feed({ news }: { news: readonly News[] }) {
	const { data } = useCall('events', {});
	const earlier = (data?.data ?? []).map((event) => newsOf('event', event));
	const shown = [...news, ...earlier.filter(({ key }) => news.every((line) => line.key !== key))].slice(0, NEWS_KEPT);
	return (
		<section className="card feed wide">
			<h2>As it happens</h2>
			{data && shown.length === 0 && <p className="empty">No events yet.</p>}
			<ol className="rows">
				{shown.map(({ key, text, status, bad, at }) => (
					<li className="row" key={key}>
						<time className="dim mono" dateTime={new Date(at).toISOString()} title={dateTime(at)}>
							{clock.format(at)}
						</time>
						<span className="grow clip">{text}</span>
						<span className={bad ? 'bad' : 'dim'}>{status}</span>
					</li>
				))}
			</ol>
		</section>
	);
}
