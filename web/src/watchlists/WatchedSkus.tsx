import type { CallOutput, Contract } from '@dropwire/bff/contract';
import { ago, exactly } from '../data/time.ts';
import { useCall } from '../data/useCall.ts';
import { EntryList } from './EntryList.tsx';
import type { SkuList } from './SkuForm.tsx';

type Watched = CallOutput<Contract['skus']>['data'][number];
const EVERY_MS = 10_000;

/** What is on a watch list now, and when each was last looked at. */
export function WatchedSkus({ list, what }: { list: SkuList; what: string }) {
	const question = useCall('skus', { type: list }, { refreshInterval: EVERY_MS });
	return (
		<>
			<p className="dim" style={{ margin: '12px 0 8px' }}>
				Watches {what}
			</p>
			<EntryList
				question={question}
				read="skus"
				list={list}
				name={list}
				label={`SKUs on ${list}`}
				placeholder="Filter by SKU or title"
				empty="Nothing is watched here. Add a SKU above."
				rows={5}
				textOf={({ sku, title }) => `${sku} ${title ?? ''}`}
				noteOf={silenceOf}
			>
				{(row) => (
					<>
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
								{whereOf(row)}
								{row.checkedAt !== null && ` · checked ${ago(row.checkedAt)}`}
								{row.changedAt !== null && ` · changed ${ago(row.changedAt)}`}
							</span>
						</span>
					</>
				)}
			</EntryList>
		</>
	);
}

function whereOf({ regions, checkedAt }: Watched): string {
	if (regions.length > 0) return `in ${regions.length} ${regions.length === 1 ? 'region' : 'regions'}`;
	return checkedAt === null ? 'not looked at yet' : 'found nowhere';
}

/** Which regions do not answer when they are asked for it. */
function silenceOf({ blocked }: Watched): string | null {
	if (blocked.length === 0) return null;
	const where = blocked.map(({ region, since }) => `${region} (since ${ago(since)})`).join(', ');
	return `No answer from ${where}: ${blocked[0]?.reason}`;
}
