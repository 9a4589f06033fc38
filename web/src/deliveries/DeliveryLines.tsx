import './deliveries.css';
import { type LoggedDelivery, maskEnd } from '@dropwire/contract';
import { counted, dateTime, duration } from '../ui/format.ts';
import { WebhookName } from '../webhooks/WebhookName.tsx';
import { useResend } from './MessageTable.tsx';
import { Outcome } from './Outcome.tsx';
import { placeText } from './places.ts';
import { ResendButton } from './ResendButton.tsx';

/** The deliveries of one message: webhook, outcome, time to Discord, and a link to the message. */
export function DeliveryLines({ rows }: { rows: readonly LoggedDelivery[] }) {
	const [resend, error] = useResend('deliveries');
	return (
		<>
			{error}
			<ul className="rows">
				{rows.map((row) => (
					<Line key={row.id} row={row} resend={() => resend(row.id)} />
				))}
			</ul>
		</>
	);
}

function Line({ row, resend }: { row: LoggedDelivery; resend(): Promise<void> }) {
	const { label, place, target, status, reason, attempts, sentAt, seenAt, queuedAt, editOf, edits, messageUrl } = row;
	const dead = status === 'failed' || status === 'expired';
	const name = label ?? placeText(place) ?? 'Webhook';
	const notes = [
		...(editOf === null ? [] : ['edit']),
		...(attempts > 1 ? [counted(attempts, 'attempt')] : []),
		...(edits.length > 0 ? [`edited ${counted(edits.length, 'time')}`] : []),
	];
	return (
		<li className="row delivery-line">
			<span className="who">
				<b>
					<WebhookName id={row.webhookId} name={name} />
				</b>{' '}
				<span className="dim">
					{label !== null && placeText(place)} <span className="mono">{maskEnd(target)}</span>
				</span>
			</span>
			<span className="outcome">
				<Outcome status={status} reason={reason} /> <span className="dim">{notes.join(', ')}</span>
			</span>
			<span className="mono took" title={`From detecting the change to Discord's answer; queued ${dateTime(queuedAt)}`}>
				{sentAt === null ? '–' : duration(sentAt - seenAt)}
			</span>
			<span className="act">
				{messageUrl && (
					<a href={messageUrl} target="_blank" rel="noreferrer">
						Message
					</a>
				)}
				{dead && <ResendButton title={`${row.title} to ${name}`} resend={resend} />}
			</span>
		</li>
	);
}
