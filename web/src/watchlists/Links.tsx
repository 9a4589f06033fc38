import '../ui/lists.css';
import './watchlists.css';
import { HP_LIST, LINK_LIST } from '@dropwire/contract';
import { BulkButton } from '../bulk/BulkButton.tsx';
import { SKU_BULK } from '../bulk/kinds.ts';
import { refresh } from '../api/useCall.ts';
import { usePages } from '../api/usePages.ts';
import { SourceLine } from '../freshness/SourceLine.tsx';
import { EntryList } from './EntryList.tsx';
import { LinkForm } from './LinkForm.tsx';
import { linkRow } from './linkRow.tsx';
import { LIST_POLL_MS, useListPage } from './useListPage.ts';

const LISTS = [
	{ list: LINK_LIST, name: 'Links', purpose: 'Products of any shop without a list of its own' },
	{ list: HP_LIST, name: 'HP', purpose: "HP's products, by part number or link" },
] as const;

/** Products that are watched by their links, and those of HP: one form for all, and the entries of each list. */
export default function Links() {
	return (
		<>
			<div className="page-head">
				<h1>Links</h1>
				<div className="tools">
					<BulkButton kind={SKU_BULK} done={() => void refresh('skus', 'hotSkus', 'skuStates')} />
				</div>
			</div>
			<section className="card" style={{ marginBottom: 16 }}>
				<LinkForm />
			</section>
			<div className="link-lists">
				{LISTS.map(({ list, name, purpose }) => (
					<section className="card" key={list} aria-label={name}>
						<h2>{name}</h2>
						<p className="dim watched-purpose">{purpose}</p>
						<LinkList list={list} name={name} />
					</section>
				))}
			</div>
		</>
	);
}

function LinkList({ list, name }: { list: typeof LINK_LIST | typeof HP_LIST; name: string }) {
	const page = useListPage(list);
	const pages = usePages('skus', { type: list, ...page.input }, LIST_POLL_MS);
	return (
		<EntryList
			pages={pages}
			page={page}
			read="skus"
			list={list}
			name={name}
			note={<SourceLine list={list} />}
			row={linkRow}
		/>
	);
}
