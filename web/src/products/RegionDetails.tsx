import {
	EVIDENCE_NAMES,
	namedGroups,
	type ProductEntry,
	type ProductInRegion,
	type Region,
	REGION_NAMES,
	sizeCounts,
	sizeGroups,
	stockText,
} from '@dropwire/contract';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { AskName, type Naming } from '../images/AskName.tsx';
import { useDownloads } from '../images/useDownloads.ts';
import { dateTime } from '../ui/format.ts';

interface Props {
	region: Region;
	entry: ProductEntry;
	/** Its state; unset if the card does not have the region. */
	state: ProductInRegion | undefined;
}

/** What the shop of a region says about the product: every field, every size, and its pictures to download. */
export function RegionDetails({ region, entry, state }: Props) {
	const facts: [string, string][] = [
		['SKU', entry.styleColor],
		['Subtitle', entry.subtitle],
		['Commerce start date', commerceStart(entry, state?.launchAt ?? null)],
		['Price', priceOf(entry)],
		['Discounted', entry.discounted ? 'Yes' : 'No'],
		['Promo exclusion', entry.isPromoExclusionMessage ? 'Yes' : 'No'],
		['Color', entry.colorDescription],
		['Slug', entry.slug],
		['Heading', entry.descriptionHeading],
		['Description', textOf(entry.description)],
	];
	return (
		<article className="product" aria-label={`${entry.title} in ${REGION_NAMES[region]}`}>
			<Pictures region={region} entry={entry} />
			{state && state.sizes.length > 0 && <AllSizes state={state} />}
			<dl>
				{facts.map(([term, text]) => (
					<div key={term}>
						<dt>{term}</dt>
						<dd className={term === 'SKU' || term === 'Slug' ? 'mono' : ''}>{text || '–'}</dd>
					</div>
				))}
			</dl>
		</article>
	);
}

function AllSizes({ state: { sizes, evidence } }: { state: ProductInRegion }) {
	const groups = sizeGroups(sizes);
	return (
		<section className="all-sizes" aria-label="Sizes">
			<h3>
				Sizes ({sizeCounts(sizes)}){evidence && <span className="dim"> {EVIDENCE_NAMES[evidence]}</span>}
			</h3>
			<ul className="sizes">
				{groups.inStock.map((size) => (
					<li key={size.size} className="in">
						{`${size.size} ${stockText(size)}`.trim()}
					</li>
				))}
			</ul>
			{namedGroups(groups).map((group) => (
				<div key={group.name}>
					<h4>{group.name}</h4>
					<ul className="sizes">
						{group.sizes.map(({ size }) => (
							<li key={size} className={group.kind === 'soldOut' ? 'out' : 'unknown'}>
								{size}
							</li>
						))}
					</ul>
				</div>
			))}
		</section>
	);
}

function Pictures({ region, entry }: Pick<Props, 'region' | 'entry'>) {
	const [naming, setNaming] = useState<Naming | null>(null);
	const downloads = useDownloads('png');
	return (
		<>
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
		</>
	);
}

/** When the shop's catalogue begins regular sale. A launch has a time of its own, which can be before or after it. */
function commerceStart({ commerceStartDate: iso }: ProductEntry, launchAt: number | null): string {
	const at = Date.parse(iso);
	if (!Number.isFinite(at)) return '';
	const launch = launchAt === null || launchAt === at ? '' : `\nBegin of regular sale. Launch: ${dateTime(launchAt)}`;
	return dateTime(at) + launch;
}

function priceOf({ price, currency }: ProductEntry): string {
	if (price === null) return '';
	return /^[A-Z]{3}$/.test(currency)
		? new Intl.NumberFormat(undefined, { style: 'currency', currency }).format(price)
		: `${price} ${currency}`;
}

/** The retailer's HTML as plain text; it is never inserted as markup. */
function textOf(html: string): string {
	return new DOMParser()
		.parseFromString(html.replaceAll(/<(br|\/p|\/li)\b[^>]*>/gi, '$& \n'), 'text/html')
		.body.textContent.trim();
}
