import '../ui/lists.css';
import './watchlists.css';
import type { ComponentType } from 'react';
import { refresh } from '../api/useCall.ts';
import { BulkButton } from '../bulk/BulkButton.tsx';
import { SKU_BULK } from '../bulk/kinds.ts';
import { AddEntries } from './AddEntries.tsx';
import { ListTabs, useListTab } from './ListTabs.tsx';
import type { Targets } from './targets.ts';
import type { Timing } from './useChangeEntries.ts';

interface Tab {
	/** The list's name in calls and addresses. */
	list: string;
	name: string;
}

interface Props<T> {
	title: string;
	/** Where the field adds entries. */
	targets: Targets;
	timing: Timing;
	lists: readonly [T, ...T[]];
	/** Shows the entries of a list. */
	entries: ComponentType<T>;
}

/** A screen of watch lists: one field for all of them, and a tab for each with its entries. */
export function ListScreen<T extends Tab>({ title, targets, timing, lists, entries: Entries }: Props<T>) {
	const chosen = useListTab(lists);
	return (
		<>
			<div className="page-head">
				<h1>{title}</h1>
				<div className="tools">
					<BulkButton kind={SKU_BULK} done={() => void refresh('skus', 'hotSkus', 'skuStates')} />
				</div>
			</div>
			<AddEntries targets={targets} timing={timing} />
			<ListTabs lists={lists} chosen={chosen} />
			<section className="watched" key={chosen.list} aria-label={chosen.name}>
				<Entries {...chosen} />
			</section>
		</>
	);
}
