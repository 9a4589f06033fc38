import './webhookPage.css';
import {
	BRAND_IDS,
	LIMITS,
	type ListedWebhook,
	REGION_NAMES,
	REGIONS,
	shortenMask,
	WEBHOOK_STATES,
} from '@dropwire/contract';
import { Link } from 'react-router-dom';
import { usePages } from '../api/usePages.ts';
import { Loaded } from '../ui/Loading.tsx';
import { LoadMore } from '../ui/LoadMore.tsx';
import { FilterText } from '../ui/FilterText.tsx';
import { FilterChoice } from '../ui/FilterChoice.tsx';
import { anyText, type ChangeFilter, type FilterOf, oneOf, useUrlFilter } from '../ui/useUrlFilter.ts';
import { brandName, counted } from '../ui/format.ts';
import { useUndo } from '../ui/Undo.tsx';
import { HealthDot } from '../webhooks/Health.tsx';
import { STATE_CHOICES } from '../webhooks/StateFilter.tsx';
import { Place } from '../webhooks/Place.tsx';
import { useMatrixDrafts } from './matrixDrafts.ts';
import { deletionKey } from './rows.ts';
import { webhookPath } from '../ui/paths.ts';

const EVERY_MS = 10_000;

/** The filters of the list, as the call takes them. */
const WEBHOOK_FILTERS = {
	q: anyText,
	state: oneOf(WEBHOOK_STATES),
	brand: oneOf(BRAND_IDS),
	region: oneOf(REGIONS),
};
type WebhookFilter = FilterOf<typeof WEBHOOK_FILTERS>;

/** The console's list of all webhooks, newest first, each with a link to its page. */
export default function AllWebhooks() {
	const [filter, change] = useUrlFilter(WEBHOOK_FILTERS);
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

function Filters({ filter, change }: { filter: WebhookFilter; change: ChangeFilter<typeof WEBHOOK_FILTERS> }) {
	const of = (part: 'state' | 'brand' | 'region') => ({
		value: filter[part],
		change: (value: string) => change(part, value),
	});
	return (
		<div className="tools" role="search">
			<FilterText
				label="Label or last digits of the id"
				maxLength={LIMITS.label}
				style={{ width: 240 }}
				value={filter.q ?? ''}
				change={(text) => change('q', text)}
			/>
			<FilterChoice label="State" all="All states" options={STATE_CHOICES} {...of('state')} />
			<FilterChoice
				label="Brand"
				all="All brands"
				options={BRAND_IDS.map((value) => ({ value, label: brandName(value) }))}
				{...of('brand')}
			/>
			<FilterChoice
				label="Region"
				all="All regions"
				options={REGIONS.map((value) => ({ value, label: REGION_NAMES[value] }))}
				{...of('region')}
			/>
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
						<LoadMore more={pages.more} />
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
