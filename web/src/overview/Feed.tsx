import type { Delivery, ProductEventRow } from '@dropwire/bff/contract';

export interface News {
	kind: 'event' | 'delivery';
	key: string;
	text: string;
	status: string;
	at: number;
}

/** One line of what was told live. */
export function newsOf(kind: News['kind'], data: unknown): News {
	if (kind === 'event') {
		const { id, kind: what, sku, region, at } = data as ProductEventRow;
		return { kind, key: `event/${id}`, text: `${sku} · ${region}`, status: what, at };
	}
	const { id, title, target, status, sentAt, queuedAt } = data as Delivery;
	return { kind, key: `delivery/${id}`, text: `${title} → ${target}`, status, at: sentAt ?? queuedAt };
}

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

/** What happens, as it happens. */
export function Feed({ news }: { news: readonly News[] }) {
	return (
		<section className="card feed">
			<h2>As it happens</h2>
			{news.length === 0 && <p className="empty">Nothing since you came. It appears here the moment it does.</p>}
			<ol className="rows">
				{news.map(({ key, text, status, at }) => (
					<li className="row" key={key}>
						<time className="dim mono" dateTime={new Date(at).toISOString()}>
							{clock.format(at)}
						</time>
						<span className="grow clip">{text}</span>
						<span className={status === 'failed' || status === 'expired' ? 'bad' : 'dim'}>
							{status.toLowerCase().replace('_', ' ')}
						</span>
					</li>
				))}
			</ol>
		</section>
	);
}
