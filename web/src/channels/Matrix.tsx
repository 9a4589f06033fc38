import './matrix.css';
import { REGION_NAMES, type Region, REGIONS } from '@dropwire/contract';
import { ChevronDown, Pause, SlidersHorizontal } from 'lucide-react';
import { MATRIX, type MatrixRow } from '../webhookPage/matrixChanges.ts';
import { counted } from '../ui/format.ts';
import { type Cell, cellKey, type LinksByCell, optionCount, targetOf, toneOf, worstTone } from './cells.ts';
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

/** What a server gets and where: a row per topic, a column per region. Rows, columns and the corner open bulk actions. */
export function Matrix({ links, topics, open, act }: Props) {
	const keys = useGridKeys();
	return (
		<div className="server-matrix-scroll">
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
						{REGIONS.map((region, column) => (
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
							{REGIONS.map((region, column) => {
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
						</tr>
					))}
				</tbody>
			</table>
		</div>
	);
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
	const failing = links.filter((link) => toneOf(link) === 'bad').length;
	const paused = links.filter((link) => link.options.paused).length;
	const name = `${cell.toolsName}, ${REGION_NAMES[cell.region]}: `;
	const state = first
		? [
				links.map(targetOf).join(', '),
				failing > 0 && `${failing} failing`,
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
					<i className={`dot ${worstTone(links)}`} aria-hidden="true" />
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
				<span aria-hidden="true">{added ? '○' : '+'}</span>
			)}
		</button>
	);
}
