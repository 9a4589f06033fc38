import '../images/images.css';
import './products.css';
import type { ProductCard } from '@dropwire/contract';
import { Button, TextInput } from '@mantine/core';
import { Download, Search } from 'lucide-react';
import { type FormEvent, lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { reasonOf } from '../api/useCall.ts';
import { save } from '../images/download.ts';
import { Skeletons } from '../ui/Loading.tsx';
import { MAX_SKUS, MAX_SKUS_TEXT, skusIn, tooManySkus } from '../ui/skusIn.ts';
import { type QueryResult, queryProduct } from './queryProduct.ts';
import { useRecentSearches } from './recentSearches.ts';

/** What a search shows: the watch lists' parts, which loading can begin with the search itself. */
const loadResult = async () => ({ default: (await import('./ProductResult.tsx')).ProductResult });
const ProductResult = lazy(loadResult);

/** The CSV library loads with the first export. */
async function exportCsv(cards: readonly ProductCard[]): Promise<void> {
	const { cardsAsCsv } = await import('./cardsAsCsv.ts');
	save(new Blob([cardsAsCsv(cards)], { type: 'text/csv' }), fileName(cards));
}

/** Products in every region: one SKU or several, which the address keeps. */
export function ProductQuery() {
	const [query, setQuery] = useSearchParams();
	const asked = query.get('sku') ?? '';
	const [text, setText] = useState(asked);
	const { results, busy, search } = useSearch();
	const { recent, remember, forget } = useRecentSearches();
	const [failure, setFailure] = useState<string | null>(null);
	const skus = skusIn(text);
	const problem = tooManySkus(skus);

	const begun = useRef('');
	useEffect(() => {
		// Also a link to this page with SKUs searches for them, once.
		if (asked === '' || begun.current === asked) return;
		begun.current = asked;
		setText(asked);
		void search(skusIn(asked).slice(0, MAX_SKUS));
	}, [asked, search]);

	function begin(list: readonly string[]) {
		if (list.length === 0) return;
		const wanted = list.join(', ');
		remember(wanted);
		setText(wanted);
		begun.current = wanted;
		setQuery({ sku: wanted }, { replace: asked !== '' });
		void search(list);
	}
	function submit(event: FormEvent) {
		event.preventDefault();
		if (problem === null) begin(skus);
	}
	const cards = results.flatMap(({ card }) => card ?? []);
	function download() {
		setFailure(null);
		exportCsv(cards).catch((error: unknown) => setFailure(`Error: ${reasonOf(error)}`));
	}
	return (
		<>
			<div className="page-head">
				<h1>Search Product</h1>
				{cards.length > 0 && (
					<Button variant="default" leftSection={<Download size={16} aria-hidden="true" />} onClick={download}>
						Export CSV
					</Button>
				)}
			</div>
			{failure && (
				<p className="bad" role="alert">
					{failure}
				</p>
			)}
			<form className="sku-form search-form" onSubmit={submit}>
				<TextInput
					label="SKU"
					required
					maxLength={MAX_SKUS_TEXT}
					placeholder="CK9246-101"
					error={problem}
					value={text}
					onChange={(event) => setText(event.currentTarget.value)}
				/>
				<Button type="submit" loading={busy} leftSection={<Search size={16} aria-hidden="true" />}>
					Search
				</Button>
			</form>
			{results.length === 0 && !busy && (
				<div className="empty">
					<p>
						Enter one product or several, separated by spaces or commas, to see its status, price, launch and sizes in
						every region.
					</p>
					{recent.length > 0 && (
						<>
							<h2>Recent searches</h2>
							<div className="recent">
								{recent.map((one) => (
									<Button key={one} variant="default" size="xs" onClick={() => begin(skusIn(one))}>
										<span className="mono">{one}</span>
									</Button>
								))}
								<Button variant="subtle" size="xs" onClick={forget}>
									Clear
								</Button>
							</div>
						</>
					)}
				</div>
			)}
			{busy && results.length === 0 && <Skeletons rows={8} />}
			<Suspense fallback={<Skeletons rows={8} />}>
				{results.map((result) => (
					<ProductResult
						key={result.sku}
						result={result}
						reload={() =>
							void search(
								results.map(({ sku }) => sku),
								true,
							)
						}
					/>
				))}
			</Suspense>
		</>
	);
}

/** The results of the last search; an earlier one that answers later is dropped. */
function useSearch() {
	const [results, setResults] = useState<readonly QueryResult[]>([]);
	const [busy, setBusy] = useState(false);
	const last = useRef(0);
	const search = useCallback(async (skus: readonly string[], keeps = false) => {
		const number = ++last.current;
		setBusy(true);
		if (!keeps) setResults([]);
		// A file that cannot be loaded is reported when the results are rendered.
		const [found] = await Promise.all([Promise.all(skus.map(queryProduct)), loadResult().catch(() => null)]);
		if (number !== last.current) return;
		setResults(found);
		setBusy(false);
	}, []);
	return { results, busy, search };
}

function fileName(cards: readonly { sku: string }[]): string {
	const [first] = cards;
	return cards.length === 1 && first ? `${first.sku.replace(/[^\w.-]/g, '_')}.csv` : 'products.csv';
}
