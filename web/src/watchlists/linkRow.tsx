import { type CallOutput, type Contract, priceText } from '@dropwire/contract';
import { ago } from '../ui/format.ts';
import { checkedText } from './texts.ts';
import { ADAPTER_NAMES, EVIDENCE_NAMES, stockText } from './shopWords.ts';
import { Sizes } from './Sizes.tsx';

type Entry = CallOutput<Contract['hotSkus']>['data'][number];

/** The row of an entry whose product is read by its link: the product, what the latest check found, and when. */
export function linkRow({ sku, productLink, title, image, ...entry }: Entry) {
	const { adapter, addedAt, available, blocked = [], evidence, price, priceAt, sizes, state, stockState } = entry;
	const age = priceAt == null ? '' : `, read ${ago(priceAt)}`;
	const found = title !== null && title !== undefined;
	return {
		picture: image ? (
			<img className="thumb" src={image} alt="" width={32} height={32} loading="lazy" />
		) : (
			<span className="thumb" />
		),
		title: (
			<>
				{found && <span title={title}>{title}</span>}
				<LinkOrSku text={sku} className={found ? 'mono dim' : 'mono'} />
				{productLink !== null && <LinkOrSku text={productLink} className="dim" />}
			</>
		),
		times: [
			`Added ${ago(addedAt)}`,
			...(found ? [price ? priceText(price) + age : 'price unknown', stockText(available ?? null, stockState)] : []),
			...(adapter === null ? [] : [`read as ${ADAPTER_NAMES[adapter]}`]),
			...(evidence ? [EVIDENCE_NAMES[evidence]] : []),
			...checkedText(entry),
			...(state === 'not_found' ? ['not found in any region'] : []),
			...(state === 'not_polled' ? ['not polled'] : []),
		],
		details: sizes && <Sizes sizes={sizes} />,
		problem: blocked[0] ? `Blocked since ${ago(blocked[0].since)}: ${blocked[0].reason}` : null,
	};
}

function LinkOrSku({ text, className }: { text: string; className: string }) {
	if (!/^https?:/.test(text)) return <span className={className}>{text}</span>;
	return (
		<a className={className} href={text} title={text} target="_blank" rel="noreferrer">
			{text.replace(/^https?:\/\/(www\.)?/, '')}
		</a>
	);
}
