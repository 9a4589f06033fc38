import type { CallOutput, Contract } from '@dropwire/bff/contract';
import { ActionIcon, Checkbox, TextInput } from '@mantine/core';
import { Trash2 } from 'lucide-react';
import { Capped } from '../data/Capped.tsx';
import { ListTools } from '../data/ListTools.tsx';
import { ago, exactly } from '../data/time.ts';
import { useChosen } from '../data/useChosen.ts';
import { useFilter } from '../data/useFilter.ts';
import { useCall } from '../data/useCall.ts';
import { Loaded } from '../shell/Loading.tsx';
import type { SkuList } from './SkuForm.tsx';
import { useRemoval } from './useRemoval.ts';

type Watched = CallOutput<Contract['skus']>['data'][number];
const EVERY_MS = 10_000;

/** What is on a watch list now, and when each was last looked at. */
export function WatchedSkus({ list, what }: { list: SkuList; what: string }) {
	const question = useCall('skus', { type: list }, { refreshInterval: EVERY_MS });
	const [filter, setFilter, input] = useFilter(list);
	const chosen = useChosen();
	const { keyOf, erase, isGoing } = useRemoval(list, 'skus', chosen);
	const wanted = filter.trim().toLowerCase();
	const standing = (question.data?.data ?? []).filter((row) => !isGoing(row));
	const found = standing.filter((row) => `${row.sku} ${row.title ?? ''}`.toLowerCase().includes(wanted));
	return (
		<>
			<p className="dim" style={{ margin: '12px 0 8px' }}>
				Watches {what}
			</p>
			<TextInput
				ref={input}
				aria-label={`Filter ${list}`}
				placeholder="Filter by SKU or title"
				size="xs"
				value={filter}
				onChange={(event) => setFilter(event.currentTarget.value)}
			/>
			<ListTools
				chosen={chosen}
				keyOf={keyOf}
				rows={standing}
				shown={found}
				of={`of ${list}`}
				note={question.data ? `${standing.length} on the list` : ''}
				action="Remove chosen"
				actionLabel={`Remove chosen of ${list}`}
				act={erase}
			/>
			<div className="scroll-list" tabIndex={0} role="region" aria-label={`SKUs on ${list}`}>
				<Loaded question={question} rows={5}>
					{() => (
						<>
							<Capped rows={found}>
								{(rows) => (
									<ul className="rows">
										{rows.map((row) => (
											<SkuRow
												key={row.sku}
												row={row}
												chosen={chosen.has(keyOf(row))}
												choose={(on) => chosen.set([keyOf(row)], on)}
												remove={() => erase([row])}
											/>
										))}
									</ul>
								)}
							</Capped>
							{found.length === 0 && (
								<p className="empty">{wanted ? 'None of that name.' : 'Nothing is watched here. Add a SKU above.'}</p>
							)}
						</>
					)}
				</Loaded>
			</div>
		</>
	);
}

function SkuRow({
	row,
	chosen,
	choose,
	remove,
}: {
	row: Watched;
	chosen: boolean;
	choose(on: boolean): void;
	remove(): void;
}) {
	const regions =
		row.regions.length > 0
			? `in ${row.regions.length} ${row.regions.length === 1 ? 'region' : 'regions'}`
			: row.checkedAt === null
				? 'not looked at yet'
				: 'found nowhere';
	return (
		<li className={`row ${row.blocked.length > 0 ? 'noted' : ''}`}>
			<Checkbox
				size="xs"
				aria-label={`Choose ${row.sku}`}
				checked={chosen}
				onChange={(event) => choose(event.currentTarget.checked)}
			/>
			{row.image ? (
				<img className="thumb" src={row.image} alt="" width={32} height={32} loading="lazy" />
			) : (
				<span className="thumb" />
			)}
			<span className="entry">
				<span title={row.title ?? ''}>
					<span className="mono">{row.sku}</span> <span className="dim">{row.title}</span>
				</span>
				<span className="dim times" title={`Added ${exactly(row.addedAt)}`}>
					{regions}
					{row.checkedAt !== null && ` · checked ${ago(row.checkedAt)}`}
					{row.changedAt !== null && ` · changed ${ago(row.changedAt)}`}
				</span>
			</span>
			<ActionIcon variant="subtle" color="gray" size={32} aria-label={`Remove ${row.sku}`} onClick={remove}>
				<Trash2 size={16} aria-hidden="true" />
			</ActionIcon>
			{row.blocked.length > 0 && (
				<p className="row-note bad">
					No answer from {row.blocked.map(({ region, since }) => `${region} (since ${ago(since)})`).join(', ')}:{' '}
					{row.blocked[0]?.reason}
				</p>
			)}
		</li>
	);
}
