import './matrix.css';
import { REGION_NAMES, type Region, REGIONS } from '@dropwire/contract';
import { ChevronDown, Pause, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { MATRIX, type MatrixRow } from '../webhookPage/matrixChanges.ts';
import { counted } from '../ui/format.ts';
import { type Cell, cellKey, type LinksByCell, optionCount, stateOf, targetOf, worstState } from './cells.ts';
import { CellIcon, Legend } from './CellIcon.tsx';
import { useEdges } from './useEdges.ts';
import { useGridKeys } from './useGridKeys.ts';

/** What a head of the matrix acts on. */
export type Scope = { kind: 'topic'; row: MatrixRow } | { kind: 'region'; region: Region } | { kind: 'server' };

interface Props {
	links: LinksByCell;
	/** The topics that the server has, also those without a link. */
	topics: ReadonlySet<string>;
	open(cell: Cell): void;
	act(scope: Scope): void;
}

/** So few unused regions are not worth folding. */
const MIN_FOLDED = 3;

/**
 * What a server gets and where: a row per topic, a column per region. Rows, columns and the corner open bulk actions. The
 * regions without a link are folded, except on a page that was opened before anything was set up.
 */
export function Matrix({ links, topics, open, act }: Props) {
	const keys = useGridKeys();
	const edges = useEdges();
	const used = usedRegions(links, topics);
	const [isFolded, setFolded] = useState(used.size > 0);
	const unused = REGIONS.length - used.size;
	const isFoldable = used.size > 0 && unused >= MIN_FOLDED;
	const regions = isFoldable && isFolded ? REGIONS.filter((region) => used.has(region)) : REGIONS;
	return (
		<>
			<div className="server-matrix-frame" {...edges.frame}>
				<div className="server-matrix-scroll" {...edges.scroller}>
					<table className="server-matrix" {...keys.table}>
						<thead>
							<tr>
								<th scope="col">
									<button type="button" {...keys.button(0, 0)} onClick={() => act({ kind: 'server' })}>
										Topic
										<span className="visually-hidden">: actions for the whole server</span>
										<ChevronDown size={16} aria-hidden="true" />
									</button>
								</th>
								{regions.map((region, column) => (
									<th key={region} scope="col" title={REGION_NAMES[region]}>
										<button
											type="button"
											{...keys.button(0, column + 1)}
											aria-label={`${REGION_NAMES[region]}: actions for all topics`}
											onClick={() => act({ kind: 'region', region })}
										>
											{region}
										</button>
									</th>
								))}
								{isFoldable && (
									<th scope="col" className="fold">
										<button
											type="button"
											{...keys.button(0, regions.length + 1)}
											aria-expanded={!isFolded}
											onClick={() => setFolded(!isFolded)}
										>
											{isFolded ? `+${unused} regions` : 'Fewer regions'}
										</button>
									</th>
								)}
							</tr>
						</thead>
						<tbody>
							{MATRIX.map((row, index) => (
								<tr key={row.name}>
									<th scope="row">
										<button
											type="button"
											{...keys.button(index + 1, 0)}
											aria-label={`${row.name}: actions for all regions`}
											onClick={() => act({ kind: 'topic', row })}
										>
											{row.name}
										</button>
									</th>
									{regions.map((region, column) => {
										const topic = row.topics[region];
										if (!topic) {
											return (
												<td key={region} className="none">
													<span className="visually-hidden">not available</span>
												</td>
											);
										}
										return (
											<td key={region}>
												<CellButton
													cell={topic}
													links={links.get(cellKey(topic)) ?? []}
													added={topics.has(cellKey(topic))}
													place={keys.button(index + 1, column + 1)}
													open={open}
												/>
											</td>
										);
									})}
									{isFoldable && <td aria-hidden="true" />}
								</tr>
							))}
						</tbody>
					</table>
				</div>
			</div>
			<Legend />
		</>
	);
}

/** The regions in which a server has a topic or a link, and the US, where every topic is. Empty for a server with nothing. */
function usedRegions(links: LinksByCell, topics: ReadonlySet<string>): ReadonlySet<Region> {
	const keys = [...links.keys(), ...topics];
	if (keys.length === 0) return new Set();
	return new Set(REGIONS.filter((region) => region === 'US' || keys.some((key) => key.startsWith(`${region} `))));
}

function CellButton({
	cell,
	links,
	added,
	place,
	open,
}: {
	cell: Cell;
	links: Props['links'] extends ReadonlyMap<string, infer L> ? L : never;
	added: boolean;
	place: object;
	open(cell: Cell): void;
}) {
	const [first] = links;
	const options = links.reduce((sum, link) => sum + optionCount(link), 0);
	const failing = links.filter((link) => stateOf(link) === 'failing').length;
	const paused = links.filter((link) => link.options.paused).length;
	const name = `${cell.toolsName}, ${REGION_NAMES[cell.region]}: `;
	const mark = first ? worstState(links) : added ? 'empty' : 'none';
	const state = first
		? [
				links.map(targetOf).join(', '),
				failing > 0 && `${failing} failing`,
				mark === 'new' && 'no message yet',
				mark === 'waits' && 'waits',
				paused > 0 && (links.length === 1 ? 'paused' : `${paused} of ${links.length} paused`),
				options > 0 && counted(options, 'option'),
			]
				.filter(Boolean)
				.join(', ')
		: added
			? 'no webhook yet'
			: 'not set up';
	return (
		<button
			type="button"
			{...place}
			className={first ? 'cell set' : 'cell'}
			title={first ? state : undefined}
			aria-label={name + state}
			onClick={() => open(cell)}
		>
			{first ? (
				<>
					<CellIcon state={mark} />
					<span className="target">{targetOf(first)}</span>
					{links.length > 1 && <span className="more">+{links.length - 1}</span>}
					{paused > 0 && (
						<span className="more">
							<Pause size={12} aria-hidden="true" /> {links.length > 1 && paused}
						</span>
					)}
					{options > 0 && (
						<span className="more">
							<SlidersHorizontal size={12} aria-hidden="true" /> {options}
						</span>
					)}
				</>
			) : (
				<CellIcon state={mark} />
			)}
		</button>
	);
}
