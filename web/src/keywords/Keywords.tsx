import '../ui/lists.css';
import './keywords.css';
import { useCall } from '../api/useCall.ts';
import { Loaded } from '../ui/Loading.tsx';
import { FoundList } from './FoundList.tsx';
import { WatchForm } from './WatchForm.tsx';
import { WatchList } from './WatchList.tsx';

/** How often the watches are read, ms: they are searched in the background. */
const EVERY_MS = 10_000;

/** Keyword watches: words that the lists of shops are searched for, and the new products that were found. */
export default function Keywords() {
	const call = useCall('keywordWatches', {}, { refreshInterval: EVERY_MS });
	return (
		<>
			<div className="page-head">
				<h1>Keywords</h1>
			</div>
			<Loaded call={call} rows={8}>
				{({ data, searchable }) => (
					<div className="keywords">
						<section className="card" aria-label="New watch">
							<WatchForm searchable={searchable} />
						</section>
						<section className="card" aria-labelledby="keyword-watches">
							<h2 id="keyword-watches">Watches</h2>
							<WatchList watches={data} />
						</section>
						<FoundList watches={data} />
					</div>
				)}
			</Loaded>
		</>
	);
}
