import '../images/images.css';
import './products.css';
import { LIMITS, type ProductCard } from '@dropwire/contract';
import { Button } from '@mantine/core';
import { Download, Search } from 'lucide-react';
import { type FormEvent, lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { api } from '../api/client.ts';
import { reasonOf } from '../api/useCall.ts';
import { JustChanged } from '../events/JustChanged.tsx';
import { save } from '../images/download.ts';
import { Skeletons } from '../ui/Loading.tsx';
import { useKeptFocus } from '../ui/useKeptFocus.ts';
import { MAX_SKUS, skusIn, tooManySkus } from '../ui/skusIn.ts';
import { type QueryResult, queryProduct } from './queryProduct.ts';
import { useRecentSearches } from './recentSearches.ts';
import { SkuField } from './SkuField.tsx';
import { SuggestedProduct } from './SuggestedProduct.tsx';
import type { Suggestion } from './useSuggestions.ts';
import { isWords } from './words.ts';

/** What a search shows: the watch lists' parts, which loading can begin with the search itself. */
const loadResult = async () => ({ default: (await import('./ProductResult.tsx')).ProductResult });
const ProductResult = lazy(loadResult);

/** The CSV library loads with the first export. */
async function exportCsv(cards: readonly ProductCard[]): Promise<void> {
	const { cardsAsCsv } = await import('./cardsAsCsv.ts');
	save(new Blob([cardsAsCsv(cards)], { type: 'text/csv' }), fileName(cards));
}

/** Products in every region: one SKU or several, or words of a title, which the address keeps. */
export function ProductQuery() {
	const [query, setQuery] = useSearchParams();
	const asked = query.get('sku') ?? '';
	const [text, setText] = useState(asked);
	const { results, words, busy, error, search } = useSearch();
	const { recent, remember, forget } = useRecentSearches();
	const [failure, setFailure] = useState<string | null>(null);
	const problem = tooManySkus(skusIn(text));

	const begun = useRef('');
	useEffect(() => {
		// Also a link to this page with SKUs searches for them, once.
		if (asked === '' || begun.current === asked) return;
		begun.current = asked;
		setText(asked);
		void search(asked);
	}, [asked, search]);

	function begin(entered: string) {
		const wanted = entered.trim();
		if (wanted === '' || tooManySkus(skusIn(wanted)) !== null) return;
		remember(wanted);
		setText(entered);
		begun.current = wanted;
		setQuery({ sku: wanted }, { replace: asked !== '' });
		void search(wanted);
	}
	function submit(event: FormEvent) {
		event.preventDefault();
		begin(text);
	}
	const cards = results.flatMap(({ card }) => card ?? []);
	function download() {
		setFailure(null);
		exportCsv(cards).catch((error: unknown) => setFailure(`Error: ${reasonOf(error)}`));
	}
	const isStart = results.length === 0 && !words && !busy;
	// A button that begins a search goes with its list; the focus then goes to the field.
	const kept = useKeptFocus<HTMLDivElement>(isStart ? 'start' : words ? 'words' : 'results');
	return (
		<div {...kept}>
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
				<SkuField text={text} setText={setText} error={problem} choose={begin} />
				<Button type="submit" loading={busy} leftSection={<Search size={16} aria-hidden="true" />}>
					Search
				</Button>
			</form>
			<div role="status">
				{error && <p className="banner bad">{error}</p>}
				{words && (
					<p className="words">
						{words.length > 0
							? 'No SKU; products with these words:'
							: 'No SKU, and no watched product has these words in its title.'}
					</p>
				)}
			</div>
			{words && words.length > 0 && (
				<ul className="suggestions">
					{words.map((one) => (
						<li key={one.sku}>
							<button type="button" onClick={() => begin(one.sku)}>
								<SuggestedProduct product={one} />
							</button>
						</li>
					))}
				</ul>
			)}
			{isStart && (
				<div className="empty">
					<p>
						Enter words of a title, or one SKU or several, separated by spaces or commas, to see status, price, launch
						and sizes in every region.
					</p>
					{recent.length > 0 && (
						<>
							<h2>Recent searches</h2>
							<div className="recent">
								{recent.map((one) => (
									<Button key={one} variant="default" size="xs" onClick={() => begin(one)}>
										<span className="mono">{one}</span>
									</Button>
								))}
								<Button variant="subtle" size="xs" onClick={forget}>
									Clear
								</Button>
							</div>
						</>
					)}
					<JustChanged choose={begin} />
				</div>
			)}
			{busy && results.length === 0 && <Skeletons rows={8} />}
			<Suspense fallback={<Skeletons rows={8} />}>
				{results.map((result) => (
					<ProductResult
						key={result.sku}
						result={result}
						reload={() => void search(results.map((one) => one.sku).join(', '), true)}
					/>
				))}
			</Suspense>
		</div>
	);
}

/** The results of the last search; an earlier one that answers later is dropped. */
function useSearch() {
	const [results, setResults] = useState<readonly QueryResult[]>([]);
	/** The products whose title has the words; null if SKUs were searched. */
	const [words, setWords] = useState<readonly Suggestion[] | null>(null);
	const [error, setError] = useState<string | null>(null);
	const [busy, setBusy] = useState(false);
	const last = useRef(0);
	const search = useCallback(async (text: string, keeps = false) => {
		const number = ++last.current;
		setBusy(true);
		setError(null);
		setWords(null);
		if (!keeps) setResults([]);
		try {
			const found = isWords(text) ? (await api.skuSuggest({ text: text.slice(0, LIMITS.sku) })).data : null;
			const skus = skusIn(text).slice(0, MAX_SKUS);
			// A single word that no title has can be a SKU of an unknown form.
			if (found && (found.length > 0 || skus.length > 1)) {
				if (number === last.current) setWords(found);
			} else {
				// A file that cannot be loaded is reported when the results are rendered.
				const [read] = await Promise.all([Promise.all(skus.map(queryProduct)), loadResult().catch(() => null)]);
				if (number === last.current) setResults(read);
			}
		} catch (failure) {
			if (number === last.current) setError(`Error: ${reasonOf(failure, 'text')}`);
		}
		if (number === last.current) setBusy(false);
	}, []);
	return { results, words, busy, error, search };
}

function fileName(cards: readonly { sku: string }[]): string {
	const [first] = cards;
	return cards.length === 1 && first ? `${first.sku.replace(/[^\w.-]/g, '_')}.csv` : 'products.csv';
}
