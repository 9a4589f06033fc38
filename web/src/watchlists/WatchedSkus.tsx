import type { CallOutput, Contract } from '@dropwire/bff/contract';
import { ActionIcon, TextInput } from '@mantine/core';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ago } from '../data/time.ts';
import { useUndo } from '../data/Undo.tsx';
import { refresh, useCall } from '../data/useCall.ts';
import { Loaded } from '../shell/Loading.tsx';
import { changeSkus, type SkuList } from './SkuForm.tsx';

type Watched = CallOutput<Contract['skus']>['data'][number];
/** Rows drawn at a time; the filter finds the rest. */
const SHOWN = 200;

/** What is on a watch list now, and when each was last looked at. */
export function WatchedSkus({ list, what }: { list: SkuList; what: string }) {
	const question = useCall('skus', { type: list }, { refreshInterval: 10_000 });
	const [filter, setFilter] = useState('');
	const { remove, isGoing } = useUndo();
	return (
		<>
			<p className="dim" style={{ margin: '12px 0 8px' }}>
				Watches {what}
				{question.data && ` · ${question.data.data.length} on the list`}
			</p>
			<TextInput
				aria-label={`Filter ${list}`}
				placeholder="Filter by SKU or title"
				size="xs"
				value={filter}
				onChange={(event) => setFilter(event.currentTarget.value)}
			/>
			<div className="scroll-list" tabIndex={0} role="region" aria-label={`SKUs on ${list}`}>
				<Loaded question={question} rows={5}>
					{({ data }) => {
						const wanted = filter.trim().toLowerCase();
						const found = data.filter(
							(row) => !isGoing(`${list}/${row.sku}`) && `${row.sku} ${row.title ?? ''}`.toLowerCase().includes(wanted),
						);
						return (
							<>
								<ul className="rows">
									{found.slice(0, SHOWN).map((row) => (
										<SkuRow
											key={row.sku}
											row={row}
											remove={() =>
												remove(`${list}/${row.sku}`, `Removed ${row.sku}`, async () => {
													await changeSkus('REMOVE', [row.sku], list);
													await refresh('skus');
												})
											}
										/>
									))}
								</ul>
								{found.length > SHOWN && (
									<p className="empty">… and {found.length - SHOWN} more. Filter to find them.</p>
								)}
								{found.length === 0 && (
									<p className="empty">{filter ? 'None of that name.' : 'Nothing is watched here. Add a SKU above.'}</p>
								)}
							</>
						);
					}}
				</Loaded>
			</div>
		</>
	);
}

function SkuRow({ row, remove }: { row: Watched; remove(): void }) {
	const regions =
		row.regions.length > 0
			? `in ${row.regions.length} regions`
			: row.checkedAt === null
				? 'not looked at yet'
				: 'found nowhere';
	return (
		<li className={`row ${row.blocked.length > 0 ? 'noted' : ''}`}>
			{row.image ? (
				<img className="thumb" src={row.image} alt="" width={32} height={32} loading="lazy" />
			) : (
				<span className="thumb" />
			)}
			<span style={{ flex: 1, minWidth: 0 }}>
				<span className="mono">{row.sku}</span>
				<span
					className="dim"
					style={{ display: 'block', fontSize: 12, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
					title={row.title ?? ''}
				>
					{row.title ? `${row.title} · ` : ''}
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
