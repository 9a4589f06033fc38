import { discordUrl, formatMoney, KINDS, POST_LENGTH, STOCK_NAMES, tidy } from '@dropwire/domain';
import { isBuyable, isOnSale, isUnknown } from '../product/compare.ts';
import { offerText, type ProductEvent } from '../product/event.ts';
import { postLength } from './postLength.ts';

/** Whether X accepts this length: 280 by X's weights, in which every link counts 23 and wide characters count 2. */
export function fitsPost(text: string): boolean {
	return postLength(text) <= POST_LENGTH;
}

/**
 * The post of an event: the change, the product, whether it is sold out, its price, its time, its page, and the promo codes.
 * One of a product that is gone has neither price nor codes. X rejects a text that it already has, so the time makes the
 * texts of two restocks different. If the post is too long,
 * promo codes are removed one by one from the end, then the title is truncated. The link is never shortened.
 */
export function composePost(
	event: ProductEvent,
	promoCodes: readonly { promocode: string; description: string }[],
): string {
	const { after } = event;
	const product = after ?? event.before;
	// A price that the check did not read may be old.
	const read = after?.priceAt === undefined ? after?.price : null;
	const price = read ? formatMoney(read.current, read.currency) : '';
	const link = discordUrl(product?.url) ?? '';
	const status = event.kind === 'STATUS' && after?.status ? ` ${after.status}` : '';
	const change = after === null ? 'No longer listed' : `${KINDS[event.kind].name}${status}`;
	const time = `${new Date(event.at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
	const facts = [`${event.sku} · ${event.region}`, offerText(event), soldOutText(event), price, time]
		.filter(Boolean)
		.join(' · ');
	const codes = (after === null ? [] : promoCodes).map(({ promocode, description }) =>
		tidy(`${promocode}: ${description}`),
	);
	const build = (title: string, count: number) =>
		[`${change}: ${title}`, facts, ...codes.slice(0, count), link].filter(Boolean).join('\n');

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

/** `sold out`, or how else the product can be had; empty if it can be bought, is not sold yet, or its stock is unknown. */
function soldOutText({ after, at }: ProductEvent): string {
	if (after === null || !isOnSale(after) || Number(after.launchAt) > at) return '';
	return isBuyable(after, at) || isUnknown(after) ? '' : STOCK_NAMES[after.state ?? 'soldOut'];
}
