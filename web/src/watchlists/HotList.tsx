import { type CallOutput, type Contract, HOT_LISTS, type HotMonitor } from '@dropwire/bff/contract';
import { ActionIcon, Checkbox, TextInput } from '@mantine/core';
import { Trash2 } from 'lucide-react';
import { Capped } from '../data/Capped.tsx';
import { ListTools } from '../data/ListTools.tsx';
import { ago, exactly } from '../data/time.ts';
import { useChosen } from '../data/useChosen.ts';
import { useFilter } from '../data/useFilter.ts';
import { useCall } from '../data/useCall.ts';
import { Loaded } from '../shell/Loading.tsx';
import { useRemoval } from './useRemoval.ts';

type Entry = CallOutput<Contract['hotSkus']>['data'][number];
/** Outside monitors look at any time, ms. */
const EVERY_MS = 10_000;

/** What is on a hot SKU list now, since when, and what the looks at it came to. */
export function HotList({ monitor }: { monitor: HotMonitor }) {
	const { list, name, takes, sources } = HOT_LISTS[monitor];
	const question = useCall('hotSkus', { type: monitor }, { refreshInterval: EVERY_MS });
	const [filter, setFilter, input] = useFilter(list);
	const chosen = useChosen();
	const { keyOf, erase, isGoing } = useRemoval(list, 'hotSkus', chosen);
	const wanted = filter.trim().toLowerCase();
	const standing = (question.data?.data ?? []).filter((entry) => !isGoing(entry));
	const found = standing.filter((entry) => `${entry.sku} ${entry.productLink ?? ''}`.toLowerCase().includes(wanted));

	return (
		<>
			<TextInput
				ref={input}
				aria-label={`Filter ${name}`}
				placeholder="Filter the list"
				size="xs"
				value={filter}
				onChange={(event) => setFilter(event.currentTarget.value)}
			/>
			<ListTools
				chosen={chosen}
				keyOf={keyOf}
				rows={standing}
				shown={found}
				of={`of ${name}`}
				note={question.data ? `${standing.length} on the list` : ''}
				action="Remove chosen"
				actionLabel={`Remove chosen of ${name}`}
				act={erase}
			/>
			{sources.length === 0 && (
				<p className="dim hot-unknown">
					When these were last checked is not known:{' '}
					{takes === 'link' ? 'monitors report by SKU, not by link.' : `no monitor reports on ${name}.`}
				</p>
			)}
			<div className="scroll-list" tabIndex={0} role="region" aria-label={`On the list of ${name}`}>
				<Loaded question={question} rows={3}>
					{() => (
						<>
							<Capped rows={found}>
								{(rows) => (
									<ul className="rows">
										{rows.map((entry) => (
											<HotRow
												key={entry.sku}
												entry={entry}
												looked={sources.length > 0}
												chosen={chosen.has(keyOf(entry))}
												choose={(on) => chosen.set([keyOf(entry)], on)}
												remove={() => erase([entry])}
											/>
										))}
									</ul>
								)}
							</Capped>
							{found.length === 0 && (
								<p className="empty">{wanted ? 'None like that.' : 'Nothing on this list. Add to it above.'}</p>
							)}
						</>
					)}
				</Loaded>
			</div>
		</>
	);
}

function HotRow({
	entry: { sku, productLink, addedAt, checkedAt, changedAt },
	looked,
	chosen,
	choose,
	remove,
}: {
	entry: Entry;
	/** Whether a source can tell of it. */
	looked: boolean;
	chosen: boolean;
	choose(on: boolean): void;
	remove(): void;
}) {
	return (
		<li className="row hot-row">
			<Checkbox
				size="xs"
				aria-label={`Choose ${sku}`}
				checked={chosen}
				onChange={(event) => choose(event.currentTarget.checked)}
			/>
			<span className="entry">
				<Text text={sku} className="mono" />
				{productLink !== null && <Text text={productLink} className="dim" />}
				<span className="dim times" title={`Added ${exactly(addedAt)}`}>
					Added {ago(addedAt)}
					{looked && ` · ${checkedAt === null ? 'not looked at yet' : `checked ${ago(checkedAt)}`}`}
					{changedAt !== null && ` · changed ${ago(changedAt)}`}
				</span>
			</span>
			<ActionIcon
				variant="subtle"
				color="gray"
				size={32}
				aria-label={`Remove ${sku}`}
				title={`Remove ${sku}`}
				onClick={remove}
			>
				<Trash2 size={16} aria-hidden="true" />
			</ActionIcon>
		</li>
	);
}

/** A SKU, or the page of a product to look at. */
function Text({ text, className }: { text: string; className: string }) {
	if (!/^https?:/.test(text)) return <span className={className}>{text}</span>;
	return (
		<a className={className} href={text} title={text} target="_blank" rel="noreferrer">
			{text.replace(/^https?:\/\/(www\.)?/, '')}
		</a>
	);
}
