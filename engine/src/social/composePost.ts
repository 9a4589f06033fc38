import { POST_LENGTH } from '@dropwire/db/topics';
import type { ProductEvent } from '../monitor/event.ts';
import { formatMoney } from '../sources/money.ts';
import { tidy, webAddress } from '../messages/texts.ts';
import { postLength } from './postLength.ts';

const HEADLINES = {
	SHOCK_DROP: 'Shock drop',
	NEW: 'New',
	STATUS: 'Status',
	RESTOCK: 'Restock',
	PRICE: 'Price',
	STOCK: 'Stock',
} as const;

/** Whether X takes this length: 280 by its own weights, where any link counts 23 and wide characters 2. */
export function fitsPost(text: string): boolean {
	return postLength(text) <= POST_LENGTH;
}

/**
 * The post of an event: what happened, the product, its price, its page, and the promo codes. What does not fit gives
 * way from the end: promo codes one by one, then the title is cut. The link stays whole.
 */
export function composePost(
	event: ProductEvent,
	promoCodes: readonly { promocode: string; description: string }[],
): string {
	const product = event.after ?? event.before;
	const price = product?.price ? formatMoney(product.price.current, product.price.currency) : '';
	const link = webAddress(product?.url ?? null) ?? '';
	const status = event.kind === 'STATUS' && product?.status ? ` ${product.status}` : '';
	const facts = [`${event.sku} · ${event.region}`, price].filter(Boolean).join(' · ');
	const codes = promoCodes.map(({ promocode, description }) => tidy(`${promocode}: ${description}`));
	const build = (title: string, count: number) =>
		[`${HEADLINES[event.kind]}${status}: ${title}`, facts, ...codes.slice(0, count), link].filter(Boolean).join('\n');

	const title = tidy(product?.title ?? '') || event.sku;
	for (let count = codes.length; count >= 0; count--) {
		const text = build(title, count);
		if (fitsPost(text)) return text;
	}
	const letters = [...new Intl.Segmenter('en').segment(title)].map(({ segment }) => segment);
	while (letters.length > 0) {
		letters.pop();
		const text = build(`${letters.join('')}…`, 0);
		if (fitsPost(text)) return text;
	}
	return link && fitsPost(link) ? link : event.sku;
}
