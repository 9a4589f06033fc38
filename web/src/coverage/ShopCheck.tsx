import { EVIDENCE_NAMES, formatMoney, KNOWN_FROM_NAMES, type SourceCheck } from '@dropwire/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { reasonOf } from '../api/useCall.ts';
import { duration } from '../ui/format.ts';

type ProductCheck = SourceCheck['products'][number];

/** Asks a source for products that its real shop has sold for long, and shows what it reads or why it reads nothing. */
export function ShopCheck({ source }: { source: string }) {
	const [busy, setBusy] = useState(false);
	const [result, setResult] = useState<SourceCheck | { error: string } | null>(null);

	async function check() {
		setBusy(true);
		setResult(null);
		try {
			const { data } = await api.sourceCheck({ source });
			setResult(data[0] ?? { error: `${source} does not exist.` });
		} catch (error) {
			setResult({ error: reasonOf(error, 'source') });
		}
		setBusy(false);
	}

	return (
		<div className="shop-check">
			<Button
				variant="default"
				size="compact-xs"
				loading={busy}
				aria-label={`Check the real shop: ${source}`}
				onClick={() => void check()}
			>
				Check the real shop
			</Button>
			<div role="status">{result && <Result result={result} />}</div>
		</div>
	);
}

function Result({ result }: { result: SourceCheck | { error: string } }) {
	if ('error' in result) return <p className="bad">Check failed: {result.error}</p>;
	const { address, knownFrom, products, source } = result;
	return (
		<section className="shop-check-result" aria-label={`Check of ${source}`}>
			<p className="dim">
				{address === null ? 'Any shop, each at its own address' : <span className="mono">{address}</span>}; format known
				from {KNOWN_FROM_NAMES[knownFrom]}.
			</p>
			{products.length === 0 && <p>Not checked: no product is known that the shop always sells.</p>}
			{products.map((product) => (
				<Product key={`${product.region} ${product.sku}`} product={product} />
			))}
		</section>
	);
}

function Product({
	product: { available, evidence, link, ms, price, problem, region, sizes, sku, title },
}: {
	product: ProductCheck;
}) {
	const name = title ?? sku;
	const count = (state: boolean | null) => sizes.filter((size) => size.available === state).length;
	const facts = [
		price ? formatMoney(price.current, price.currency) : 'price unknown',
		available === null ? 'stock unknown' : available ? 'in stock' : 'out of stock',
		sizes.length === 0
			? 'no sizes'
			: `sizes: ${count(true)} in stock, ${count(false)} out of stock, ${count(null)} unknown`,
		...(evidence ? [`stock ${EVIDENCE_NAMES[evidence]}`] : []),
	];
	return (
		<div>
			<p>
				<b className={problem === null ? 'good' : 'bad'}>{problem === null ? 'Read' : 'Not read'}</b>{' '}
				{link === null ? (
					name
				) : (
					<a href={link} target="_blank" rel="noreferrer">
						{name}
					</a>
				)}{' '}
				<span className="dim">
					<span className="mono">{sku}</span> in {region}, {duration(ms)}
				</span>
			</p>
			<p className={problem === null ? 'dim' : 'bad'}>{problem ?? facts.join(' · ')}</p>
		</div>
	);
}
