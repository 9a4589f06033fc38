import { type Delivery, type LoggedDelivery, maskEnd, shortenMask } from '@dropwire/contract';
import { Link } from 'react-router-dom';
import { ago, duration, dateTime } from '../ui/format.ts';
import { WebhookName } from '../webhooks/WebhookName.tsx';
import { WhyButton } from '../why/WhyButton.tsx';
import { Edits } from './Edits.tsx';
import { kindName } from './kindName.ts';
import { Outcome } from './Outcome.tsx';
import { ResendButton } from './ResendButton.tsx';

/** One delivery: its product, webhook, status and latency; below it, the edits of its message. */
export function DeliveryRow({
	row,
	guildId,
	resend,
}: {
	row: LoggedDelivery;
	/** The server whose log it is; unset in the console. */
	guildId: string | undefined;
	resend(id: string): Promise<void>;
}) {
	const events = guildId === undefined ? '/dashboard/settings/events' : `/dashboard/admin/${guildId}/events`;
	const dead = row.status === 'failed' || row.status === 'expired';
	return (
		<>
			<tr>
				<td>
					<div className="product">
						{row.image ? (
							<img className="thumb" src={row.image} alt="" width={32} height={32} loading="lazy" />
						) : (
							<span className="thumb" />
						)}
						<div>
							<span className="title" title={row.title}>
								{row.eventId === null ? row.title : <Link to={`${events}/${row.eventId}`}>{row.title}</Link>}
							</span>
							<span className="dim" style={{ fontSize: 12 }}>
								{nameOf(row)} {row.sku && <span className="mono">{row.sku}</span>} {row.region}
							</span>
						</div>
					</div>
				</td>
				<td title={dateTime(row.queuedAt)} className="dim short">
					{ago(row.queuedAt)}
				</td>
				<td>
					<span style={{ display: 'block' }}>
						{row.topic ?? (row.kind === 'TEST' || row.kind === 'NOTICE' ? nameOf(row) : 'All topics')}
					</span>
					<span className="dim" style={{ fontSize: 12 }}>
						{row.label !== null && (
							<>
								<WebhookName id={row.webhookId} name={row.label} /> ·{' '}
							</>
						)}
						<Target row={row} ofServer={guildId !== undefined} />
					</span>
				</td>
				<td>
					<Outcome status={row.status} reason={row.reason} />
				</td>
				<td className="mono short" title="From detecting the change to Discord's answer">
					{row.sentAt === null ? '–' : duration(row.sentAt - row.seenAt)}
				</td>
				<td>
					{row.messageUrl && (
						<a href={row.messageUrl} target="_blank" rel="noreferrer">
							Message
						</a>
					)}
					{dead && <ResendButton title={row.title} resend={() => resend(row.id)} />}{' '}
					{row.eventId !== null && (
						<WhyButton name={row.title} eventId={row.eventId} {...(guildId !== undefined && { owner: { guildId } })} />
					)}
				</td>
			</tr>
			<Edits edits={row.edits} title={row.title} resend={resend} />
		</>
	);
}

/** Where a delivery went: in a server's log its channel, where that is known; else the webhook. */
function Target({ row: { place, target, label, webhookId }, ofServer }: { row: LoggedDelivery; ofServer: boolean }) {
	if (ofServer && place?.channelName) {
		return (
			<>
				#{place.channelName} <span className="mono">{maskEnd(target)}</span>
			</>
		);
	}
	return (
		<span className="mono">
			<WebhookName id={label === null ? webhookId : null} name={shortenMask(target)} />
		</span>
	);
}

function nameOf({ kind, editOf }: Delivery): string {
	return editOf === null ? kindName(kind) : `Edit · ${kindName(kind)}`;
}
