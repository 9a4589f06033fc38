import './webhookPage.css';
import { BRAND_IDS, BRANDS, LIMITS, type ListedWebhook, REGION_NAMES, REGIONS, shortenMask } from '@dropwire/contract';
import { Button, NativeSelect } from '@mantine/core';
import { Link } from 'react-router-dom';
import { usePages } from '../api/usePages.ts';
import { brandName } from '../events/useEventFilter.ts';
import { Loaded } from '../ui/Loading.tsx';
import { FilterText } from '../ui/FilterText.tsx';
import { counted } from '../ui/format.ts';
import { useUndo } from '../ui/Undo.tsx';
import { HealthDot } from '../webhooks/Health.tsx';
import { STATE_CHOICES } from '../webhooks/Limits.tsx';
import { Place } from '../webhooks/Place.tsx';
import { webhookPath } from '../webhooks/webhookPath.ts';
import { useMatrixDrafts } from './matrixDrafts.ts';
import { deletionKey } from './nameOf.ts';
import { useWebhookFilter, type WebhookFilter } from './useWebhookFilter.ts';

const EVERY_MS = 10_000;

/** The console's list of all webhooks, newest first, each with a link to its page. */
export default function AllWebhooks() {
	const [filter, change] = useWebhookFilter();
	return (
		<>
			<div className="page-head">
				<h1>All webhooks</h1>
				<Filters filter={filter} change={change} />
			</div>
			<NotApplied />
			<Rows key={JSON.stringify(filter)} filter={filter} />
		</>
	);
}

/** Links to the webhooks whose matrix has changes that are not applied yet. */
function NotApplied() {
	const drafts = useMatrixDrafts();
	const { isPendingDelete } = useUndo();
	const shown = [...drafts].filter(([id]) => !isPendingDelete(deletionKey(id)));
	if (shown.length === 0) return null;
	return (
		<p className="not-applied">
			Changes not applied:
			{shown.map(([id, { name, cells }]) => (
				<span key={id}>
					<Link to={webhookPath(id)}>{name}</Link> <span className="dim">{counted(cells.size, 'change')}</span>
				</span>
			))}
		</p>
	);
}

function Filters({
	filter,
	change,
}: {
	filter: WebhookFilter;
	change(part: keyof WebhookFilter, value: string): void;
}) {
	const choice = (
		label: string,
		part: 'state' | 'brand' | 'region',
		all: string,
		options: readonly { value: string; label: string }[],
	) => (
		<NativeSelect
			aria-label={label}
			value={filter[part] ?? ''}
			data={[{ value: '', label: all }, ...options]}
			onChange={(event) => change(part, event.currentTarget.value)}
		/>
	);
	return (
		<div className="tools" role="search">
			<FilterText
				label="Label or last digits of the id"
				maxLength={LIMITS.label}
				style={{ width: 240 }}
				value={filter.q ?? ''}
				change={(text) => change('q', text)}
			/>
			{choice('State', 'state', 'All states', STATE_CHOICES)}
			{choice(
				'Brand',
				'brand',
				'All brands',
				BRAND_IDS.map((value) => ({ value, label: BRANDS[value].name })),
			)}
			{choice(
				'Region',
				'region',
				'All regions',
				REGIONS.map((value) => ({ value, label: REGION_NAMES[value] })),
			)}
		</div>
	);
}

function Rows({ filter }: { filter: WebhookFilter }) {
	const pages = usePages('allWebhooks', filter, EVERY_MS);
	const { isPendingDelete } = useUndo();
	return (
		<Loaded call={pages} rows={12}>
			{(all) => {
				const rows = all.filter(({ id }) => !isPendingDelete(deletionKey(id)));
				if (rows.length === 0) {
					const none = Object.keys(filter).length === 0;
					return (
						<p className="empty">
							{none ? 'No webhooks yet. Add one on the screen of a brand.' : 'No webhooks match the filters.'}
						</p>
					);
				}
				return (
					<section className="card" aria-label="Webhooks">
						<ul className="rows">
							{rows.map((row) => (
								<Row key={row.id} row={row} />
							))}
						</ul>
						{pages.more && (
							<Button variant="default" mt={16} onClick={pages.more}>
								Load more
							</Button>
						)}
					</section>
				);
			}}
		</Loaded>
	);
}

function Row({ row: { id, label, target, health, place, topics, brands, paused } }: { row: ListedWebhook }) {
	const mask = shortenMask(target);
	const names = brands.map(brandName).join(', ');
	return (
		<li className="row">
			<HealthDot health={health} />
			<span className="name" title={label ?? mask}>
				<Link to={webhookPath(id)}>{label ?? place?.name ?? 'Webhook without a label'}</Link>
			</span>
			<span className="grow target">
				<code>{mask}</code>
				<Place place={place} />
			</span>
			{paused && <span className="pill dim">paused</span>}
			<span className="dim topics" title={names}>
				{topics === 0 ? 'Broadcast list' : `${counted(topics, 'topic')} · ${names}`}
			</span>
		</li>
	);
}
