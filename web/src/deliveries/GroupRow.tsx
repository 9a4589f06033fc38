import { DELIVERY_STATUSES, type DeliveryGroup } from '@dropwire/contract';
import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { usePages } from '../api/usePages.ts';
import { Loaded } from '../ui/Loading.tsx';
import { LoadMore } from '../ui/LoadMore.tsx';
import { ago, counted, dateTime, duration, grouped } from '../ui/format.ts';
import { WhyButton } from '../why/WhyButton.tsx';
import { DeliveryLines } from './DeliveryLines.tsx';
import type { GroupFilter } from './GroupFilters.tsx';
import { kindName } from './kindName.ts';

const EVERY_MS = 10_000;

/** The deliveries of one message, counted; opens to them. */
export function GroupRow({ row, filter }: { row: DeliveryGroup; filter: GroupFilter }) {
	const [open, setOpen] = useState(false);
	const id = useId();
	const { title, image, kind, sku, region, queuedAt, seenAt, firstAt, lastAt, eventId } = row;
	const bad = row.counts.failed + row.counts.expired > 0;
	return (
		<li className="group">
			<div className="group-head">
				<button type="button" className="fold" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
					<span aria-hidden="true">{open ? '▾' : '▸'}</span>
					<span className="visually-hidden">
						{open ? 'Hide' : 'Show'} the deliveries of {title}, {kindName(kind)}
					</span>
				</button>
				{image ? (
					<img className="thumb" src={image} alt="" width={32} height={32} loading="lazy" />
				) : (
					<span className="thumb" />
				)}
				<span className="subject">
					<span className="title" title={title}>
						{eventId === null ? title : <Link to={`/dashboard/settings/events/${eventId}`}>{title}</Link>}
					</span>
					<span className="facts dim">
						{kindName(kind)} {sku && <span className="mono">{sku}</span>} {region}
					</span>
				</span>
				<span className={`counts ${bad ? 'bad' : ''}`}>{countsText(row)}</span>
				<span
					className="mono took"
					title={firstAt === null ? undefined : `First ${dateTime(firstAt)}, last ${dateTime(lastAt ?? firstAt)}`}
				>
					{lastAt === null ? '–' : duration(lastAt - seenAt)}
				</span>
				<span className="dim time" title={dateTime(queuedAt)}>
					{ago(queuedAt)}
				</span>
			</div>
			<div id={id}>{open && <Opened row={row} filter={filter} />}</div>
		</li>
	);
}

function Opened({ row, filter: { status, guildId, webhook } }: { row: DeliveryGroup; filter: GroupFilter }) {
	const { id: message, title, eventId } = row;
	const own = { ...(status && { status }), ...(guildId && { guildId }), ...(webhook && { webhook }) };
	const pages = usePages('deliveries', { message, ...own }, EVERY_MS);
	return (
		<div className="opened">
			<Loaded call={pages} rows={2}>
				{(rows) => (rows.length === 0 ? <p className="empty">Nobody.</p> : <DeliveryLines rows={rows} />)}
			</Loaded>
			<LoadMore more={pages.more} size="xs" mt={8} />
			{eventId !== null && <WhyButton name={title} eventId={eventId} {...(guildId && { owner: { guildId } })} />}
		</div>
	);
}

/** `30 of 32 sent · 2 failed · 3 edits`. */
function countsText({ counts, edits }: DeliveryGroup): string {
	const total = DELIVERY_STATUSES.reduce((sum, status) => sum + counts[status], 0);
	if (total === 0) return 'Nobody';
	const others = DELIVERY_STATUSES.filter((status) => status !== 'sent' && counts[status] > 0);
	return [
		`${grouped(counts.sent)} of ${grouped(total)} sent`,
		...others.map((status) => `${grouped(counts[status])} ${status}`),
		...(edits > 0 ? [counted(edits, 'edit')] : []),
	].join(' · ');
}
