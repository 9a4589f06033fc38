import { ApiError, isOther, priceText, type ShopTest } from '@dropwire/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { reasonOf } from '../api/useCall.ts';
import { ADAPTER_NAMES, EVIDENCE_NAMES, evidenceOf, stockText } from './shopWords.ts';
import { Sizes } from './Sizes.tsx';

interface Props {
	url: string;
	/** The list that the link is for. */
	list: string;
}

/** Fetches a link once, and shows what Dropwire reads there or why it cannot, before anything is saved. */
export function LinkTest({ url, list }: Props) {
	const [busy, setBusy] = useState(false);
	const [result, setResult] = useState<ShopTest | { error: string } | null>(null);

	async function test() {
		setBusy(true);
		setResult(null);
		try {
			setResult((await api.shopTest({ url, type: list })).data);
		} catch (error) {
			const field = error instanceof ApiError && error.fields['url'] ? ['url'] : [];
			setResult({ error: reasonOf(error, ...field) });
		}
		setBusy(false);
	}

	return (
		<div className="link-test">
			<Button variant="default" size="compact-xs" loading={busy} onClick={() => void test()}>
				Test this link
			</Button>
			<div role="status">{result && <Result result={result} />}</div>
		</div>
	);
}

function Result({ result }: { result: ShopTest | { error: string } }) {
	if ('error' in result) return <p className="bad">Test failed: {result.error}</p>;
	const { adapter, available, price, sku, state, title } = result;
	if (result.refusal) {
		const { code, message } = result.refusal;
		return (
			<p className="bad">
				Cannot be read ({code.replaceAll('_', ' ')}): {message}.
			</p>
		);
	}
	const sizes = result.sizes.map(({ state: own, ...size }) => ({ ...size, ...(isOther(own) && { state: own }) }));
	const facts = [
		price ? priceText(price) : 'price unknown',
		stockText(available, isOther(state) ? state : null),
		sku === null ? 'no SKU' : `SKU ${sku}`,
		...(adapter ? [`read as ${ADAPTER_NAMES[adapter]}`] : []),
		EVIDENCE_NAMES[evidenceOf({ available, sizes })],
	];
	return (
		<div className="link-test-result">
			<b>{title ?? 'No title'}</b>
			<p className="dim">{facts.join(' · ')}</p>
			<Sizes sizes={sizes} all />
		</div>
	);
}
