import '../ui/lists.css';
import './keywords.css';
import { Button, TextInput } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useCall } from '../api/useCall.ts';
import { Loaded } from '../ui/Loading.tsx';
import { useAsked } from '../ui/useAsked.ts';
import { FoundList } from './FoundList.tsx';
import { WatchForm } from './WatchForm.tsx';
import { WatchList } from './WatchList.tsx';

/** How often the watches are read, ms: they are searched in the background. */
const EVERY_MS = 10_000;
/** Dialogs load with the first one. */
const ImportWatches = lazy(async () => ({ default: (await import('./ImportWatches.tsx')).ImportWatches }));

/** Keyword watches: words that the lists of shops are searched for, and the new products that were found. */
export default function Keywords() {
	const call = useCall('keywordWatches', {}, { refreshInterval: EVERY_MS });
	const [filter, setFilter] = useState('');
	const [importing, setImporting] = useState(false);
	useAsked('add', () => setImporting(true));
	return (
		<>
			<div className="page-head">
				<h1>Keywords</h1>
				<div className="tools">
					<Button variant="default" onClick={() => setImporting(true)}>
						Add many
					</Button>
				</div>
			</div>
			<Loaded call={call} rows={8}>
				{({ data, max, searchable }) => (
					<div className="keywords">
						<section className="card" aria-label="New watch">
							<WatchForm searchable={searchable} />
						</section>
						<section className="card" aria-labelledby="keyword-watches">
							<div className="list-head">
								<h2 id="keyword-watches">
									Watches{' '}
									<span className={data.length < max ? 'dim' : 'bad'}>
										{data.length} of at most {max}
									</span>
								</h2>
								<TextInput
									type="search"
									aria-label="Filter watches"
									placeholder="Filter by words or shop"
									value={filter}
									onChange={(event) => setFilter(event.currentTarget.value)}
								/>
							</div>
							<WatchList watches={data} filter={filter} />
						</section>
						<FoundList watches={data} />
						<Suspense fallback={null}>
							{importing && <ImportWatches searchable={searchable} close={() => setImporting(false)} />}
						</Suspense>
					</div>
				)}
			</Loaded>
		</>
	);
}
