import './watches.css';
import { PAGES, SNOOZE_MS, type Watch } from '@dropwire/contract';
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { api } from '../api/client.ts';
import { useAttempt } from '../api/useAttempt.ts';
import { refresh, useCall } from '../api/useCall.ts';
import { usePages } from '../api/usePages.ts';
import { Banner } from '../ui/Banner.tsx';
import { Loaded } from '../ui/Loading.tsx';
import { LoadMore } from '../ui/LoadMore.tsx';
import { Title } from '../ui/Title.tsx';
import { useUndo } from '../ui/Undo.tsx';
import { EditWatch } from './EditWatch.tsx';
import { NoticePlace } from './NoticePlace.tsx';
import { type Change, WatchRow } from './WatchRow.tsx';

/** How often the list is read while the page is visible, ms: it says who checks each product, and when it last changed. */
const EVERY_MS = 60_000;
/** The key of a row while its deletion can be undone. */
const deleteKey = (id: string) => `watch/${id}`;

/** The products that the user watches, and where their notices arrive. */
export default function Watches() {
	const pages = usePages('watches', {}, EVERY_MS);
	const { remove, isPendingDelete } = useUndo();
	const { busy, error, attempt } = useAttempt();
	const [edited, setEdited] = useState<Watch | null>(null);
	/** Receives the focus when the focused row is removed. */
	const heading = useRef<HTMLHeadingElement>(null);
	const limit = pages.first?.limit ?? 0;
	const isUnreachable = useCall('watchPlace', {}).data?.data.state === 'unreachable';

	const change = ({ id }: Watch, fields: Change) =>
		attempt(async () => {
			await api.watchEdit({ id, ...fields });
			await refresh('watches');
		});
	function erase({ id, title, sku }: Watch) {
		const name = title ?? sku;
		remove(
			deleteKey(id),
			{ done: `Deleted the watch of ${name}`, infinitive: `delete the watch of ${name}` },
			async () => {
				try {
					await api.watchDelete({ id });
				} finally {
					await refresh('watches');
				}
			},
		);
		heading.current?.focus();
	}

	return (
		<>
			<Title of="Watches" />
			<div className="page-head">
				<h1>Watches</h1>
				<p className="lead">The bot notifies you when one of these products changes. Only you see this list.</p>
			</div>
			<div className="watches">
				{isUnreachable && <NoticePlace />}
				<section className="card" aria-labelledby="watched">
					<div className="list-head">
						<h2 id="watched" ref={heading} tabIndex={-1}>
							Your products
						</h2>
						{pages.data && (
							<span className="dim">
								{pages.data.length}
								{pages.more && '+'} of {limit}
							</span>
						)}
					</div>
					<Loaded call={pages} rows={5}>
						{(rows) => {
							const shown = rows.filter(({ id }) => !isPendingDelete(deleteKey(id)));
							return (
								<>
									{shown.length === 0 && <Empty limit={limit} />}
									<ul className="rows">
										{shown.map((watch) => (
											<WatchRow
												key={watch.id}
												watch={watch}
												limit={limit}
												busy={busy}
												edit={() => setEdited(watch)}
												mute={() => void change(watch, { muted: !watch.muted })}
												snooze={() =>
													void change(watch, {
														snoozedUntil: watch.snoozedUntil === null ? Date.now() + SNOOZE_MS : null,
													})
												}
												erase={() => erase(watch)}
											/>
										))}
									</ul>
								</>
							);
						}}
					</Loaded>
					<Banner outcome={error === null ? null : { bad: true, text: error }} />
					<LoadMore more={pages.more} />
				</section>
				{!isUnreachable && <NoticePlace />}
			</div>
			{edited && <EditWatch key={edited.id} watch={edited} close={() => setEdited(null)} />}
		</>
	);
}

function Empty({ limit }: { limit: number }) {
	return limit === 0 ? (
		<p className="empty">Members cannot watch products here: the operators let only clients.</p>
	) : (
		<p className="empty">
			No watches. Open a product in <Link to={PAGES.products}>Products</Link> and press Watch this.
		</p>
	);
}
