import '../images/images.css';
import './products.css';
import { type Contract, createClientOf, type ProductEntry, REGION_NAMES, type Region } from '@dropwire/bff/contract';
import { Button, TextInput } from '@mantine/core';
import { Download, Search } from 'lucide-react';
import { routes } from 'virtual:call-routes';
import { type FormEvent, useState } from 'react';
import { reasonOf } from '../data/useCall.ts';
import { AskName, type Naming } from '../images/AskName.tsx';
import { useDownloads } from '../images/useDownloads.ts';

interface Found {
	sku: string;
	entries: readonly [string, ProductEntry][];
	/** Regions that did not answer. */
	failed: readonly string[];
}

/** Asks, and reads which regions did not answer from the header that says so. */
async function ask(sku: string): Promise<Found> {
	let failed: string[] = [];
	const client = createClientOf<Contract>(routes, {
		fetch: async (url, init) => {
			const response = await fetch(url, init);
			failed = response.headers.get('x-regions-failed')?.split(',') ?? [];
			return response;
		},
	});
	const { data } = await client.productQueryPremium({ sku });
	const entries = data === 'null' ? [] : Object.entries(data).filter(([, entry]) => entry.id !== '');
	return { sku: sku.toUpperCase(), entries, failed };
}

/** How a product stands in every region. */
export function ProductQuery() {
	const [sku, setSku] = useState('');
	const [busy, setBusy] = useState(false);
	const [found, setFound] = useState<Found | null>(null);
	const [error, setError] = useState<string | null>(null);

	async function search(event: FormEvent) {
		event.preventDefault();
		setBusy(true);
		setError(null);
		try {
			setFound(await ask(sku.trim()));
		} catch (failure) {
			setError(`Error: ${reasonOf(failure, 'sku')}`);
		}
		setBusy(false);
	}

	return (
		<>
			<div className="page-head">
				<h1>Search Product</h1>
			</div>
			<form className="sku-form search-form" onSubmit={(event) => void search(event)}>
				<TextInput
					label="SKU"
					required
					maxLength={64}
					placeholder="CK9246-101"
					value={sku}
					onChange={(event) => setSku(event.currentTarget.value)}
				/>
				<Button type="submit" loading={busy} leftSection={<Search size={16} aria-hidden="true" />}>
					Search
				</Button>
			</form>
			<div role="status">
				{error && <p className="banner bad">{error}</p>}
				{found && found.failed.length > 0 && (
					<p className="banner bad">
						No answer from {found.failed.map((region) => REGION_NAMES[region as Region] ?? region).join(', ')}: what is
						shown may not be all.
					</p>
				)}
				{found && found.entries.length === 0 && !busy && (
					<p className="empty">{found.sku} was found in no region that answered.</p>
				)}
			</div>
			<div className="products">
				{found?.entries.map(([region, entry]) => (
					<ProductCard key={`${found.sku}/${region}`} region={region} entry={entry} />
				))}
			</div>
		</>
	);
}

function ProductCard({ region, entry }: { region: string; entry: ProductEntry }) {
	const [naming, setNaming] = useState<Naming | null>(null);
	const downloads = useDownloads('png');
	const facts: [string, string][] = [
		['SKU', entry.styleColor],
		['Subtitle', entry.subtitle],
		['Commerce start date', dateOf(entry.commerceStartDate)],
		['Price', priceOf(entry)],
		['Discounted', entry.discounted ? 'Yes' : 'No'],
		['Promo exclusion', entry.isPromoExclusionMessage ? 'Yes' : 'No'],
		['Color', entry.colorDescription],
		['Slug', entry.slug],
		['Heading', entry.descriptionHeading],
		['Description', textOf(entry.description)],
	];
	return (
		<article className="card product" aria-label={`${entry.title} in ${REGION_NAMES[region as Region] ?? region}`}>
			<h2>
				<span className="mono">{region}</span> {entry.title}
			</h2>
			<dl>
				{facts.map(([term, text]) => (
					<div key={term}>
						<dt>{term}</dt>
						<dd className={term === 'SKU' || term === 'Slug' ? 'mono' : ''}>{text || '–'}</dd>
					</div>
				))}
			</dl>
			<ul className="pictures">
				{entry.images.map((url, index) => (
					<li key={url}>
						<span className="picture">
							<img src={url} alt={`${entry.title}, view ${index + 1}`} width={120} height={120} loading="lazy" />
						</span>
						<button
							type="button"
							className="picture-download"
							aria-label={`Download picture ${index + 1} of ${entry.styleColor} in ${region}`}
							onClick={() =>
								setNaming({
									suggested: `image_${entry.styleColor}_${index + 1}`,
									extension: 'png',
									save: (name) => downloads.one(url, name),
								})
							}
						>
							<Download size={16} aria-hidden="true" />
						</button>
					</li>
				))}
			</ul>
			{downloads.error && (
				<p className="bad" role="alert">
					{downloads.error}
				</p>
			)}
			<AskName naming={naming} close={() => setNaming(null)} />
		</article>
	);
}

function dateOf(iso: string): string {
	return iso && Number.isFinite(Date.parse(iso)) ? new Date(iso).toLocaleString() : '';
}

function priceOf({ price, currency }: ProductEntry): string {
	if (price === null) return '';
	return /^[A-Z]{3}$/.test(currency)
		? new Intl.NumberFormat(undefined, { style: 'currency', currency }).format(price)
		: `${price} ${currency}`;
}

/** The retailer's HTML as text: nothing of it is ever put into the page as markup. */
function textOf(html: string): string {
	return new DOMParser()
		.parseFromString(html.replaceAll(/<(br|\/p|\/li)\b[^>]*>/gi, '$& \n'), 'text/html')
		.body.textContent.trim();
}
