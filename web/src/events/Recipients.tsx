import { usePages } from '../api/usePages.ts';
import { DeliveryLines } from '../deliveries/DeliveryLines.tsx';
import { Loaded } from '../ui/Loading.tsx';
import { LoadMore } from '../ui/LoadMore.tsx';

const EVERY_MS = 10_000;

/** The deliveries of an event's message. */
export function Recipients({ event, guildId }: { event: string; guildId: string | undefined }) {
	const pages = usePages('deliveries', { event, ...(guildId && { guildId }) }, EVERY_MS);
	return (
		<section className="card event-part" aria-label="Delivered to">
			<h2>Delivered to</h2>
			<Loaded call={pages} rows={4}>
				{(rows) => (rows.length === 0 ? <p className="empty">Nobody.</p> : <DeliveryLines rows={rows} />)}
			</Loaded>
			<LoadMore more={pages.more} mt={12} />
		</section>
	);
}
