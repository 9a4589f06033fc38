import {
	CARD_TERMS,
	type Comparable,
	launchMethodText,
	priceTexts,
	type ProductCard,
	type ProductInRegion,
	REGION_NAMES,
	sizeCounts,
	statusText,
	unusualTerms,
} from '@dropwire/contract';
import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { ago, dateTime } from '../ui/format.ts';
import { useUser } from '../ui/Guard.tsx';
import { Converted, ConvertedTo, useConversion } from './Converted.tsx';
import { RegionFlag } from './RegionFlag.tsx';
import { seesProducts } from './seesProducts.ts';

/** A product in its regions, in the order of every product card. What differs from most regions is marked. */
export function RegionTable({ card }: { card: ProductCard }) {
	const conversion = useConversion(seesProducts(useUser()));
	const unusual = unusualTerms(card.regions);
	const rows = card.regions.map((one, index) => ({
		...one,
		differs: new Set<Comparable>(unusual[index]),
		watchedBy: watchedBy(card, one),
	}));
	const differ = rows.some(({ differs }) => differs.size > 0);
	return (
		<>
			<table className="regions">
				<caption className="visually-hidden">{card.title} by region</caption>
				<thead>
					<tr>
						<th scope="col">Region</th>
						<th scope="col">{CARD_TERMS.status}</th>
						<th scope="col">{CARD_TERMS.price}</th>
						<th scope="col">{CARD_TERMS.launch}</th>
						<th scope="col">{CARD_TERMS.sizes}</th>
						<th scope="col">{CARD_TERMS.link}</th>
						<th scope="col">{CARD_TERMS.checked}</th>
						<th scope="col">Watched by</th>
					</tr>
				</thead>
				<tbody>
					{rows.map((row) => (
						<tr key={row.region}>
							<th scope="row">
								<RegionFlag region={row.region} /> <span className="mono">{row.region}</span> {REGION_NAMES[row.region]}
							</th>
							<Cell term={CARD_TERMS.status} marked={row.differs.has('status')}>
								<span className={`status-word ${statusClass(row)}`}>{statusText(row)}</span>
							</Cell>
							<Cell
								term={CARD_TERMS.price}
								marked={row.differs.has('price')}
								below={row.price && <Converted price={row.price} conversion={conversion} />}
							>
								<Price price={row.price} priceAt={row.priceAt} />
							</Cell>
							<Cell term={CARD_TERMS.launch} marked={row.differs.has('launch')}>
								<Launch product={row} />
							</Cell>
							<Cell term={CARD_TERMS.sizes}>
								<SizeStrip sizes={row.sizes} />
							</Cell>
							<Cell term={CARD_TERMS.link}>
								{row.url === null ? (
									'–'
								) : (
									<a
										href={row.url}
										target="_blank"
										rel="noreferrer"
										aria-label={`${card.title} at the shop in ${row.region}`}
									>
										Shop <ExternalLink size={12} aria-hidden="true" />
									</a>
								)}
							</Cell>
							<Cell term={CARD_TERMS.checked}>
								<time dateTime={new Date(row.checkedAt).toISOString()} title={dateTime(row.checkedAt)}>
									{ago(row.checkedAt)}
								</time>
								{row.blocked !== null && (
									<span className="bad" title={row.blocked}>
										{' '}
										blocked
									</span>
								)}
							</Cell>
							<Cell term="Watched by">{row.watchedBy}</Cell>
						</tr>
					))}
				</tbody>
			</table>
			{differ && (
				<p className="legend">
					<span className="differs">Marked</span>: another status, discount or day of launch than in most regions.
				</p>
			)}
			<ConvertedTo conversion={conversion} />
		</>
	);
}

interface CellProps {
	term: string;
	marked?: boolean;
	/** A second line, which is not marked. */
	below?: ReactNode;
	children: ReactNode;
}

/** A cell with its column's name, which a narrow screen shows in each row. */
function Cell({ term, marked = false, below, children }: CellProps) {
	return (
		<td data-term={term}>
			{marked ? (
				<span className="differs">
					{children}
					<span className="visually-hidden"> (unusual)</span>
				</span>
			) : (
				children
			)}
			{below}
		</td>
	);
}

function statusClass({ status, available, state }: ProductInRegion): string {
	if (status === null && state !== undefined) return 'info';
	if (status === null) return available === true ? 'good' : available === false ? 'bad' : '';
	return { ACTIVE: 'good', CANCEL: 'bad', HOLD: 'signal', CLOSEOUT: 'info', INACTIVE: '' }[status];
}

function Price({ price, priceAt }: Pick<ProductInRegion, 'price' | 'priceAt'>) {
	if (price === null) return '–';
	const { now, was, discount } = priceTexts(price);
	if (priceAt !== null) {
		return (
			<>
				<span className="mono">{now}</span> <span className="dim">read {ago(priceAt)}</span>
			</>
		);
	}
	return (
		<>
			{was !== null && <s>{was}</s>} <b className="mono">{now}</b>
			{discount !== null && <span className="good"> −{discount}%</span>}
		</>
	);
}

function Launch({ product: { launchAt, launchMethod, entriesUntil } }: { product: ProductInRegion }) {
	if (launchAt === null) return '–';
	const method = launchMethodText(launchMethod, entriesUntil === null ? null : dateTime(entriesUntil));
	return (
		<time dateTime={new Date(launchAt).toISOString()} title={method || undefined}>
			{dateTime(launchAt)}
		</time>
	);
}

const HEIGHTS: Readonly<Record<string, string>> = { HIGH: 'high', MEDIUM: 'medium', LOW: 'low' };

/** How many sizes are in stock, and a strip with one bar per size, whose height is its level. */
function SizeStrip({ sizes }: Pick<ProductInRegion, 'sizes'>) {
	if (sizes.length === 0) return '–';
	return (
		<span className="size-strip">
			<span className="mono">{sizeCounts(sizes)}</span>
			<span className="bars" aria-hidden="true">
				{sizes.map(({ size, available, level }) => (
					<i
						key={size}
						title={size}
						className={available === null ? 'unknown' : available ? `in ${HEIGHTS[level ?? ''] ?? 'high'}` : 'out'}
					/>
				))}
			</span>
		</span>
	);
}

/** The lists whose monitor checks it in this region, for operators; for others whether a monitor does. */
function watchedBy({ lists }: ProductCard, { region, watched }: ProductInRegion): string {
	if (!watched || lists === null) return watched ? 'Dropwire' : '–';
	const here = lists.filter(({ regions }) => regions === null || regions.includes(region));
	return here.map(({ list }) => list).join(', ') || '–';
}
