import {
	BRANDS,
	escapeMarkdown,
	formatMoney,
	KINDS,
	REGION_NAMES,
	STOCK_NAMES,
	stockKey,
	tidy,
} from '@dropwire/domain';
import type { ProductSnapshot } from '@dropwire/retailers';
import { cut, joinWhole, linkAddress, MESSAGE_LIMITS, truncateEmbed, type WebhookBody } from '../../message/body.ts';
import type { ProductEvent } from '../../product/event.ts';

/** The longest title of a product in a list. */
const LONGEST_TITLE = 100;

/**
 * The message of many new products of a shop: one line each with its link and price, as many as fit, and the number of the
 * others.
 * @param events at least one, of one source and region @param others products that are not among them
 */
export function composeDigest(events: readonly ProductEvent[], others = 0): WebhookBody {
	const [first] = events as readonly [ProductEvent, ...ProductEvent[]];
	const lines = events.map(lineOf);
	return {
		username: 'Dropwire',
		allowed_mentions: { parse: [] },
		embeds: [
			truncateEmbed({
				title: cut(digestTitle(events, others), MESSAGE_LIMITS.title),
				description: joinWhole(lines, '\n', MESSAGE_LIMITS.description, others),
				color: KINDS.NEW.color,
				fields: [{ name: 'Region', value: `${first.region} · ${REGION_NAMES[first.region]}`, inline: true }],
				footer: { text: `Dropwire · ${BRANDS[first.source].name}` },
				timestamp: new Date(first.at).toISOString(),
			}),
		],
	};
}

/** `24 new products at shop.example`: the host of a shop that is one of many, else the brand. */
export function digestTitle(events: readonly ProductEvent[], others = 0): string {
	const [{ source, after } = { source: 'SHOPS' as const, after: null }] = events;
	const host = source === 'SHOPS' ? URL.parse(after?.url ?? '')?.hostname.replace(/^www\./, '') : undefined;
	const count = events.length + others;
	return `${count} new ${count === 1 ? 'product' : 'products'} at ${escapeMarkdown(host ?? BRANDS[source].name)}`;
}

/** `[Title](link) · $90.00 · sold out`, `… · Pre-order` */
function lineOf({ sku, after }: ProductEvent): string {
	const title = escapeMarkdown(cut(tidy(after?.title ?? sku), LONGEST_TITLE));
	const url = linkAddress(after?.url);
	return [
		url === undefined ? title : `[${title}](${url})`,
		priceOf(after),
		after?.available === false ? STOCK_NAMES[stockKey(after)] : '',
	]
		.filter(Boolean)
		.join(' · ');
}

function priceOf(product: ProductSnapshot | null): string {
	if (!product?.price) return '';
	const { current, full, currency } = product.price;
	const now = formatMoney(current, currency);
	return full > current ? `~~${formatMoney(full, currency)}~~ ${now}` : now;
}
