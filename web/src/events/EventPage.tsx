import './events.css';
import { DELIVERY_STATUSES, type EventPage as EventDetails, KINDS, OFFERS } from '@dropwire/contract';
import { Link, useParams } from 'react-router-dom';
import { useCall } from '../api/useCall.ts';
import { useLive } from '../api/useLive.ts';
import { useSoon } from '../api/useSoon.ts';
import { Loaded } from '../ui/Loading.tsx';
import { Title } from '../ui/Title.tsx';
import { brandName, counted, dateTime } from '../ui/format.ts';
import { Changes } from './Changes.tsx';
import { MessageView } from '../message/MessageView.tsx';
import { Recipients } from './Recipients.tsx';
import type { Snapshot } from './snapshot.ts';
import { WhyButton } from '../why/WhyButton.tsx';
import { Without } from './Without.tsx';

/** How often the counts are read besides after live messages, ms. */
const EVERY_MS = 10_000;

/** One event: what changed, its message, who got it, and who did not and why. */
export default function EventPage() {
	const { eventId = '', guildId } = useParams();
	const call = useCall('event', { id: eventId }, { refreshInterval: EVERY_MS });
	const reloadSoon = useSoon(call.reload);
	useLive({ delivery: reloadSoon, deliveries: reloadSoon, reset: reloadSoon });
	return (
		<>
			<p className="crumbs">
				{guildId === undefined ? (
					<Link to="/dashboard/settings/events">Events</Link>
				) : (
					<Link to={`/dashboard/admin/${guildId}/deliveries`}>Delivery log</Link>
				)}
			</p>
			<Loaded call={call} rows={12}>
				{({ data }) => <Details event={data} guildId={guildId} />}
			</Loaded>
		</>
	);
}

function Details({ event, guildId }: { event: EventDetails; guildId: string | undefined }) {
	const before = event.before as Snapshot | null;
	const after = event.after as Snapshot | null;
	const { title = event.sku } = after ?? before ?? {};
	return (
		<>
			<Title of={title} />
			<div className="page-head event-head">
				<div>
					<h1>{title}</h1>
					<p className="dim">
						<b>{KINDS[event.kind].name}</b> · {brandName(event.source)} <span className="mono">{event.sku}</span>
						{event.offer !== 'NEW' && ` ${OFFERS[event.offer].name}`} · {event.region} · {dateTime(event.at)}
					</p>
					<p className="dim">
						{event.topic ?? 'No topic: it updates earlier messages, and goes to the broadcast list'} · {outcomes(event)}
						{event.clicks !== null && ` · ${counted(event.clicks, 'click')}`}
					</p>
				</div>
				<WhyButton name={title} eventId={event.id} {...(guildId !== undefined && { owner: { guildId } })} />
			</div>
			<div className="event-parts">
				<Changes before={before} after={after} />
				{event.message ? (
					<MessageView body={event.message.body} />
				) : (
					<p className="empty">The message of this event was deleted.</p>
				)}
			</div>
			<Recipients event={event.id} guildId={guildId} />
			<Without event={event.id} />
		</>
	);
}

/** `30 of 32 sent · 2 failed · 3 as edits`. */
function outcomes({ message }: EventDetails): string {
	if (!message) return 'nothing is known about its deliveries';
	const { counts, edits } = message;
	const total = DELIVERY_STATUSES.reduce((sum, status) => sum + counts[status], 0);
	if (total === 0) return 'sent to nobody';
	const others = DELIVERY_STATUSES.filter((status) => status !== 'sent' && counts[status] > 0);
	return [
		`${counts.sent} of ${total} sent`,
		...others.map((status) => `${counts[status]} ${status}`),
		...(edits > 0 ? [`${edits} as edits of an earlier message`] : []),
	].join(' · ');
}
