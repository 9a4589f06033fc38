import type { Delivery } from '@dropwire/bff/contract';
import { Button } from '@mantine/core';
import { shortTarget } from '../webhooks/masked.ts';
import { ago, duration, exactly } from '../data/time.ts';

const TONES: Readonly<Record<Delivery['status'], string>> = {
	sent: 'good',
	pending: 'dim',
	retrying: 'dim',
	expired: 'bad',
	failed: 'bad',
};
const KINDS: Readonly<Record<Delivery['kind'], string>> = {
	SHOCK_DROP: 'Shock drop',
	NEW: 'New',
	STATUS: 'Status',
	RESTOCK: 'Restock',
	PRICE: 'Price',
	STOCK: 'Stock',
	ANNOUNCEMENT: 'Announcement',
	TEST: 'Test',
};

/** One delivery: what it was about, to whom, what became of it, and how fast. */
export function DeliveryRow({ row, again }: { row: Delivery; again(): void }) {
	const dead = row.status === 'failed' || row.status === 'expired';
	return (
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
							{row.title}
						</span>
						<span className="dim" style={{ fontSize: 12 }}>
							{KINDS[row.kind]} {row.sku && <span className="mono">{row.sku}</span>} {row.region}
						</span>
					</div>
				</div>
			</td>
			<td title={exactly(row.queuedAt)} className="dim short">
				{ago(row.queuedAt)}
			</td>
			<td>
				<span style={{ display: 'block' }}>{row.topic ?? 'Everything'}</span>
				<span className="dim mono" style={{ fontSize: 12 }}>
					{shortTarget(row.target)}
				</span>
			</td>
			<td>
				<span className={`pill ${TONES[row.status]}`}>{row.status}</span>
				{row.reason && (
					<span className="dim" style={{ display: 'block', fontSize: 12, maxWidth: 320, overflowWrap: 'anywhere' }}>
						{row.reason}
					</span>
				)}
			</td>
			<td className="mono short" title="From seeing the change to Discord's answer">
				{row.sentAt === null ? '–' : duration(row.sentAt - row.seenAt)}
			</td>
			<td>
				{dead && (
					<Button size="compact-xs" variant="default" onClick={again} aria-label={`Send "${row.title}" again`}>
						Send again
					</Button>
				)}
			</td>
		</tr>
	);
}
