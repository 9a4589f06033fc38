import {
	BRANDS,
	CARD_TERMS,
	discordUrl,
	escapeLabel,
	escapeMarkdown,
	escapeTitle,
	EVENT_KINDS,
	type EventKind,
	EVIDENCE_NAMES,
	formatMoney,
	KINDS,
	launchMethodText,
	longDurationText,
	REGION_NAMES,
	STATE_NAMES,
	statusText,
	STOCK_NAMES,
	tidy,
} from '@dropwire/domain';
import type { ProductSnapshot } from '@dropwire/retailers';
import {
	cut,
	type Embed,
	type EmbedField,
	embedLength,
	linkAddress,
	MESSAGE_LIMITS,
	spokenAge,
	truncateEmbed,
	type WebhookBody,
} from '../../message/body.ts';
import { isBuyable, isComparable, isOnSale, isUnknown } from '../../product/compare.ts';
import { offerText, type ProductEvent } from '../../product/event.ts';
import type { EditableMessage } from '../edits.ts';
import { discordTime } from '../../message/discordTime.ts';
import { sizeFields } from './sizes.ts';

/**
 * The message of a product event: one embed within Discord's limits, for any product text. It shows every change, with
 * the new state first.
 * @param edited the message that this one edits: then it shows the changes since before that message, and the sizes that
 * went since
 * @param countedUrl a short URL of the product's page that counts clicks; null for none. The title links to the page itself
 */
export function composeEvent(
	latest: ProductEvent,
	edited: EditableMessage | null = null,
	countedUrl: string | null = null,
): WebhookBody {
	const event =
		edited === null ? latest : { ...latest, before: edited.before, kind: moreUrgent(edited.kind, latest.kind) };
	const { after, kind } = event;
	const product = (latest.after ?? latest.before) as ProductSnapshot;
	const { headline, color } = KINDS[kind];
	const soldOut = soldOutAfter(event, edited);
	const url = discordUrl(product.url);
	const image = discordUrl(product.image);
	const title = escapeTitle(product.title) || escapeTitle(product.sku);
	const offer = offerText(event);
	const embed: Omit<Embed, 'footer'> = {
		title: cut(offer ? `${offer}: ${title}` : title, MESSAGE_LIMITS.title),
		...(url && { url }),
		description: describe(after === null ? 'No longer listed' : headline, { ...event, product }, soldOut),
		color: soldOut ? KINDS.STOCK.color : color,
		fields: [
			{ name: CARD_TERMS.status, value: statusChange(event), inline: true },
			...priceField(event),
			{ name: 'Region', value: `${event.region} · ${REGION_NAMES[event.region]}`, inline: true },
			{ name: 'SKU', value: [skuText(event), ...pageLink(after, countedUrl)].join(' · '), inline: false },
			...launchField(event),
		],
		...(image && { thumbnail: { url: image } }),
		timestamp: new Date(event.at).toISOString(),
	};
	return {
		username: 'Dropwire',
		allowed_mentions: { parse: [] },
		embeds: [truncateEmbed(withSizes(embed, event, edited))],
	};
}

/** What the bars of `stockText` mean. */
const LEGEND = '▰▰▰ high, ▰▰▱ medium, ▰▱▱ low stock';

/**
 * `Dropwire · Nike Refurbished · per size`: the offer, and how precise its stock is if the message lists sizes, or the
 * legend of the bars if it has any.
 */
function footerOf(event: ProductEvent, edited: EditableMessage | null, sizes: readonly EmbedField[]): string {
	const { source, after } = event;
	const evidence = sizes.length > 0 && after?.evidence ? EVIDENCE_NAMES[after.evidence] : '';
	const hasBars = sizes.some(({ value }) => /[▰▱]{3}/.test(value));
	const shop = [BRANDS[source].name, offerText(event)].filter(Boolean).join(' ');
	return ['Dropwire', shop, hasBars ? LEGEND : evidence, edited === null ? '' : 'updated'].filter(Boolean).join(' · ');
}

/** Adds the sizes, with as many links as the rest of the message leaves space for, and the footer. */
function withSizes(embed: Omit<Embed, 'footer'>, event: ProductEvent, edited: EditableMessage | null): Embed {
	const { before, after } = event;
	const withLinks = (spare: number): Embed => {
		const sizes = after === null ? [] : sizeFields(before, after, edited, spare);
		return { ...embed, fields: [...embed.fields, ...sizes], footer: { text: footerOf(event, edited, sizes) } };
	};
	const plain = withLinks(0);
	const spare = MESSAGE_LIMITS.total - embedLength(plain);
	return spare > 0 && after?.sizes.some(({ url }) => url !== undefined) ? withLinks(spare) : plain;
}

/** The kind that comes first: an edit of a restock stays one when sizes sell out, and one of a stock change becomes one. */
function moreUrgent(a: EventKind, b: EventKind): EventKind {
	return EVENT_KINDS.indexOf(a) <= EVENT_KINDS.indexOf(b) ? a : b;
}

/** How long the product could be bought since the message began, if it no longer can; otherwise empty. */
function soldOutAfter({ after, at }: ProductEvent, edited: EditableMessage | null): string {
	if (edited === null || !isBuyable(edited.after, edited.at) || isBuyable(after, at) || isUnknown(after)) return '';
	return `sold out after ${longDurationText(at - edited.at)}`;
}

function describe(headline: string, event: ProductEvent & { product: ProductSnapshot }, soldOut: string): string {
	const { before, after, at, product } = event;
	const state = after?.state;
	const parts = [
		`**${headline}**`,
		// A product that can be had in another way now is sold out, too.
		soldOut || (state !== undefined && isBuyable(before, at) ? STOCK_NAMES.soldOut : ''),
		state === undefined ? '' : STATE_NAMES[state],
		escapeMarkdown(product.subtitle ?? ''),
		isPromoNews(event) ? 'excluded from promotions' : '',
	];
	return cut(parts.filter(Boolean).join(' · '), MESSAGE_LIMITS.description);
}

/** Whether a reader can be about to use a promo code that the shop rejects: the product can be bought, and is discounted. */
function isPromoNews({ after, at, kind }: ProductEvent): boolean {
	if (!after?.promoExcluded || !isBuyable(after, at)) return false;
	return kind === 'PRICE' || (after.price !== null && after.price.full > after.price.current);
}

function statusChange({ before, after }: ProductEvent): string {
	const [old, now] = [statusOf(before), statusOf(after)];
	return old === now || (before === null && after === null) ? now : `~~${old}~~ → **${now}**`;
}

/**
 * `ACTIVE · sold out`, `ACTIVE · Pre-order`: the status, with the stock where neither the status nor the sizes say that
 * nothing is left.
 */
function statusOf(product: ProductSnapshot | null): string {
	if (product === null) return 'not listed';
	const { status, available, state, sizes } = product;
	const unsaid =
		status !== null && isOnSale(product) && available === false && state === undefined && sizes.length === 0;
	return [statusText(product), unsaid ? STOCK_NAMES.soldOut : ''].filter(Boolean).join(' · ');
}

function skuText({ sku }: ProductEvent): string {
	return `\`${cut(tidy(sku).replaceAll('`', "'"), 100)}\``;
}

/**
 * A link to the product's page that counts clicks; none for a product that is gone. It is named after the shop only if the
 * shop sells the product. Discord makes no link of a short URL whose host has no dot: then it is that of the page.
 */
function pageLink(product: ProductSnapshot | null, countedUrl: string | null): string[] {
	const shop = URL.parse(product?.url ?? '')?.hostname.replace(/^www\./, '');
	const url = linkAddress(countedUrl) ?? linkAddress(product?.url);
	if (product === null || countedUrl === null || !shop || url === undefined) return [];
	return [`[${isOnSale(product) ? `Buy at ${escapeLabel(shop)}` : 'Page'}](${url})`];
}

/**
 * The current price, the previous price struck through, and the full price of a discounted product. Beside a previous price,
 * the full price is named unless it is that price: a second struck one would look like the price until now. A price that
 * this check did not read is shown with its age. One in another currency is not compared.
 */
function priceField({ before, after, at }: ProductEvent): EmbedField[] {
	const product = after ?? before;
	const now = product?.price;
	if (!now) return [];
	const money = (minor: number) => formatMoney(minor, now.currency);
	const field = (value: string) => [
		{ name: CARD_TERMS.price, value: cut(value, MESSAGE_LIMITS.fieldValue), inline: true },
	];
	if (product.priceAt !== undefined)
		return field(`${money(now.current)} · read ${spokenAge(at - product.priceAt)} ago`);
	const text = `**${money(now.current)}**`;
	const old = before?.price && isComparable(before.price, now) ? before.price : now;
	const changed = (['current', 'full'] as const).filter((part) => old[part] !== now[part]);
	let value = now.full > now.current ? `~~${money(now.full)}~~ ${text}` : text;
	if (changed.includes('current')) {
		const isSaid = now.full <= now.current || now.full === old.current;
		const full = changed.includes('full') ? `~~${money(old.full)}~~ → ${money(now.full)}` : money(now.full);
		value = `~~${money(old.current)}~~ → ${text}${isSaid ? '' : ` · full price ${full}`}`;
	} else if (changed.includes('full')) value = `${text} · full price ~~${money(old.full)}~~ → ${money(now.full)}`;
	return field(value);
}

/** How long after a launch messages still show it, ms: in the first week its draws, queues and restocks go on. */
const RECENT_MS = 7 * 86_400_000;

/**
 * The launch with the previous date struck through, and how the product is sold. One that is long past is news only if its
 * date has changed.
 */
function launchField({ before, after, at }: ProductEvent): EmbedField[] {
	const product = after ?? before;
	const launch = discordTime(product?.launchAt, 'F');
	const old = after !== null && before?.launchAt !== after.launchAt ? discordTime(before?.launchAt, 'F') : null;
	if (product === null || (launch === null && old === null)) return [];
	const moved = old === null ? launch : `~~${old}~~ → **${launch ?? 'no date'}**`;
	const isRecent = at - Number(product.launchAt) <= RECENT_MS;
	if (old === null && !isRecent && !(Number(product.entriesUntil) > at)) return [];
	const method = launch && launchMethodText(product.launchMethod, discordTime(product.entriesUntil, 'f'));
	const relative = launch && isRecent ? ` (${discordTime(product.launchAt, 'R')})` : '';
	const value = `${moved}${relative}${method ? ` · ${method}` : ''}`;
	return [{ name: CARD_TERMS.launch, value, inline: false }];
}
