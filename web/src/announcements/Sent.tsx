import { type CallOutput, type Contract, OPEN_STATUSES } from '@dropwire/contract';
import { usePages } from '../api/usePages.ts';
import { Loaded } from '../ui/Loading.tsx';
import { LoadMore } from '../ui/LoadMore.tsx';
import { ago, dateTime, grouped } from '../ui/format.ts';

const EVERY_MS = 10_000;

type Announcement = CallOutput<Contract['announcementsSent']>['data'][number];

/** The announcements that were sent, newest first, with what became of them. */
export default function Sent() {
	const pages = usePages('announcementsSent', {}, EVERY_MS);
	return (
		<section className="card sent" aria-labelledby="sent">
			<h2 id="sent">Sent announcements</h2>
			<Loaded call={pages} rows={3}>
				{(rows) =>
					rows.length === 0 ? (
						<p className="empty">No announcements yet.</p>
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

function Line({ row: { title, createdAt, by, counts } }: { row: Announcement }) {
	const failed = counts.failed + counts.expired;
	const waiting = OPEN_STATUSES.reduce((sum, status) => sum + counts[status], 0);
	const total = counts.sent + failed + waiting;
	return (
		<li className="row">
			<time className="dim" dateTime={new Date(createdAt).toISOString()} title={dateTime(createdAt)}>
				{ago(createdAt)}
			</time>
			<b className="grow lead" title={title}>
				{title}
			</b>
			{by && <span className="dim">{by}</span>}
			<span className="outcome">
				{total === 0 ? (
					<span className="dim">deliveries no longer kept</span>
				) : (
					<>
						<span className="good">
							{grouped(counts.sent)} of {grouped(total)} sent
						</span>
						{failed > 0 && <span className="bad"> · {grouped(failed)} failed</span>}
						{waiting > 0 && <span className="dim"> · {grouped(waiting)} waiting</span>}
					</>
				)}
			</span>
		</li>
	);
}
