import { HOT_LISTS, type HotMonitor } from '@dropwire/bff/contract';
import { ago, exactly } from '../data/time.ts';
import { useCall } from '../data/useCall.ts';
import { EntryList } from './EntryList.tsx';

/** Outside monitors look at any time, ms. */
const EVERY_MS = 10_000;

/** What is on a hot SKU list now, since when, and what the looks at it came to. */
export function HotList({ monitor }: { monitor: HotMonitor }) {
	const { list, name, takes, sources } = HOT_LISTS[monitor];
	const question = useCall('hotSkus', { type: monitor }, { refreshInterval: EVERY_MS });
	return (
		<EntryList
			question={question}
			read="hotSkus"
			list={list}
			name={name}
			label={`On the list of ${name}`}
			placeholder="Filter the list"
			empty="Nothing on this list. Add to it above."
			rows={3}
			textOf={({ sku, productLink }) => `${sku} ${productLink ?? ''}`}
			note={
				sources.length === 0 && (
					<p className="dim hot-unknown">
						When these were last checked is not known:{' '}
						{takes === 'link' ? 'monitors report by SKU, not by link.' : `no monitor reports on ${name}.`}
					</p>
				)
			}
		>
			{({ sku, productLink, addedAt, checkedAt, changedAt }) => (
				<span className="entry">
					<Text text={sku} className="mono" />
					{productLink !== null && <Text text={productLink} className="dim" />}
					<span className="dim times" title={`Added ${exactly(addedAt)}`}>
						Added {ago(addedAt)}
						{sources.length > 0 && ` · ${checkedAt === null ? 'not looked at yet' : `checked ${ago(checkedAt)}`}`}
						{changedAt !== null && ` · changed ${ago(changedAt)}`}
					</span>
				</span>
			)}
		</EntryList>
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
