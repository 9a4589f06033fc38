import { type EventKind, REGION_NAMES } from '@dropwire/db/topics';
import type { ProductEvent } from '../monitor/event.ts';
import type { ProductSnapshot } from '../sources/source.ts';
import type { EmbedField, WebhookBody } from './body.ts';
import { fitted } from './fitted.ts';
import { MESSAGE_LIMITS } from './limits.ts';
import { formatMoney } from '../sources/money.ts';
import { sizeLines } from './sizes.ts';
import { cut, cutLines, plain, tidy, webAddress } from './texts.ts';

/** How each kind reads, and the colour of its bar. */
const KINDS: Readonly<Record<EventKind, { headline: string; color: number }>> = {
	SHOCK_DROP: { headline: 'Shock drop', color: 0xff4d4f },
	NEW: { headline: 'New product', color: 0x5aa9ff },
	STATUS: { headline: 'Status change', color: 0xffb020 },
	RESTOCK: { headline: 'Restock', color: 0x3ecf8e },
	PRICE: { headline: 'Price change', color: 0xb37feb },
	STOCK: { headline: 'Stock change', color: 0x8a94a6 },
};

/** Space for the sizes: three columns of a field's length. */
const SIZE_COLUMNS = 3;

/**
 * The message of a product event: one embed within Discord's limits, whatever the product's texts are. It says all
 * that changed, the new state first.
 */
export function composeEvent(event: ProductEvent): WebhookBody {
	const { before, after, kind } = event;
	const product = (after ?? before) as ProductSnapshot;
	const { headline, color } = KINDS[kind];
	const url = webAddress(product.url);
	const image = webAddress(product.image);
	return {
		username: 'Dropwire',
		allowed_mentions: { parse: [] },
		embeds: [
			fitted({
				title: cut(tidy(product.title) || product.sku, MESSAGE_LIMITS.title),
				...(url && { url }),
				description: describe(headline, product, after !== null),
				color,
				fields: [
					{ name: 'Status', value: statusText(event), inline: true },
					...priceField(event),
					{ name: 'Region', value: `${event.region} · ${REGION_NAMES[event.region]}`, inline: true },
					{ name: 'SKU', value: `\`${cut(tidy(event.sku).replaceAll('`', "'"), 100)}\``, inline: true },
					...launchField(event),
					...(after ? sizeFields(before, after) : []),
				],
				...(image && { thumbnail: { url: image } }),
				footer: { text: `Dropwire · ${event.source}` },
				timestamp: new Date(event.at).toISOString(),
			}),
		],
	};
}

function describe(headline: string, { subtitle, promoExcluded }: ProductSnapshot, listed: boolean): string {
	const parts = [
		`**${listed ? headline : 'No longer listed'}**`,
		plain(subtitle ?? ''),
		promoExcluded ? 'excluded from promotions' : '',
	];
	return cut(parts.filter(Boolean).join(' · '), MESSAGE_LIMITS.description);
}

function statusText({ before, after }: ProductEvent): string {
	const name = (product: ProductSnapshot | null) =>
		product === null ? 'not listed' : (product.status ?? (product.available ? 'available' : 'sold out'));
	const [old, now] = [name(before), name(after)];
	return old === now || (before === null && after === null) ? now : `~~${old}~~ → **${now}**`;
}

/** The price now; the price before struck through; the full price where it is discounted. */
function priceField({ before, after }: ProductEvent): EmbedField[] {
	const now = after?.price ?? before?.price;
	if (!now) return [];
	const text = formatMoney(now.current, now.currency);
	const old = before?.price;
	const was = old && (old.current !== now.current || old.currency !== now.currency) ? old : null;
	const struck = was
		? `~~${formatMoney(was.current, was.currency)}~~ → `
		: now.full > now.current
			? `~~${formatMoney(now.full, now.currency)}~~ `
			: '';
	return [{ name: 'Price', value: cut(`${struck}**${text}**`, MESSAGE_LIMITS.fieldValue), inline: true }];
}

function launchField({ before, after }: ProductEvent): EmbedField[] {
	const at = (after ?? before)?.launchAt;
	if (at == null || !Number.isFinite(new Date(at).getTime())) return [];
	const seconds = Math.floor(at / 1000);
	const method = (after ?? before)?.launchMethod;
	return [
		{ name: 'Launch', value: `<t:${seconds}:F> (<t:${seconds}:R>)${method ? ` · ${method}` : ''}`, inline: false },
	];
}

function sizeFields(before: ProductSnapshot | null, after: ProductSnapshot): EmbedField[] {
	const lines = sizeLines(before, after);
	if (lines.length === 0) return [];
	const soldOut = lines.at(-1)?.startsWith('Sold out') ? lines.pop() : undefined;
	const perColumn = Math.max(1, Math.ceil(lines.length / SIZE_COLUMNS));
	const columns = Array.from({ length: SIZE_COLUMNS }, (_, column) =>
		lines.slice(column * perColumn, (column + 1) * perColumn),
	).filter((column) => column.length > 0);
	const name = `Sizes (${after.sizes.filter((size) => size.available).length}/${after.sizes.length})`;
	const fields: EmbedField[] = columns.map((column, index) => ({
		name: index === 0 ? name : '\u200B',
		value: cutLines(column, MESSAGE_LIMITS.fieldValue),
		inline: true,
	}));
	if (soldOut) {
		const value = cut(soldOut.replace(/^Sold out: /, ''), MESSAGE_LIMITS.fieldValue);
		fields.push({ name: fields.length === 0 ? `${name} · sold out` : 'Sold out', value, inline: false });
	}
	return fields;
}
