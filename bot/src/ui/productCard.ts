import {
	BRANDS,
	discordUrl,
	escapeMarkdown,
	escapeTitle,
	launchMethodKey,
	priceTexts,
	type ProductCard,
	type ProductInRegion,
	sizeGroups,
	sizeTotals,
	stockKey,
	stockText,
} from '@dropwire/contract';
import { time, TimestampStyles } from 'discord.js';
import { reasonText } from '../texts/serverTexts.ts';
import type { Translate } from '../texts/translate.ts';
import { COLORS, STATUS_COLORS } from './colors.ts';
import { maskedLink, relativeTime } from './links.ts';
import { type Reply, reply, truncate } from './reply.ts';
import { type ProductHistory, statisticsLines } from './statisticsText.ts';

type Size = ProductInRegion['sizes'][number];

/**
 * The product card in the user's language: one region in full, or each of several in one line.
 * @param history what the history of one region says; null without one
 */
export function productReply(t: Translate, product: ProductCard, history: ProductHistory | null = null): Reply {
	const { brand, sku, subtitle, color, image, regions, failed } = product;
	const [first] = regions;
	const only = regions.length === 1 ? first : undefined;
	const { name } = BRANDS[brand];
	const head = [name, `\`${sku.replaceAll('`', "'")}\``, escapeMarkdown(subtitle ?? ''), escapeMarkdown(color ?? '')];
	const body = only ? detailed(t, only) : regions.map((region) => summary(t, region)).join('\n');
	const missing = failed.length > 0 ? `\n\n${t('card.noAnswer', { regions: failed.join(', ') })}` : '';
	const below = history === null ? '' : historyText(t, history);
	const [url, thumbnail] = [discordUrl(only?.url), discordUrl(image)];
	return reply(escapeTitle(product.title), `${head.filter(Boolean).join(' · ')}\n\n${body}${missing}${below}`, {
		color: STATUS_COLORS[(only ?? first)?.status ?? ''] ?? COLORS.signal,
		footer: watchedText(t, regions),
		...(url && { url }),
		...(thumbnail && { thumbnail: { url: thumbnail } }),
	});
}

/** What the history says, below the card; empty if it says nothing yet. */
function historyText(t: Translate, history: ProductHistory): string {
	const lines = [...statisticsLines(t, history), history.hasPicture ? `-# ${t('stats.picture')}` : ''].filter(Boolean);
	return lines.length > 0 ? `\n\n**${t.region(history.region)}**\n${lines.join('\n')}` : '';
}

function watchedText(t: Translate, regions: readonly ProductInRegion[]): string {
	const watched = regions.filter((one) => one.watched);
	if (watched.length === 0) return t('card.notWatched');
	return watched.length === regions.length
		? t('card.watched')
		: t('card.watchedIn', { regions: watched.map(({ region }) => region).join(', ') });
}

/** The card of a region in one line, in the order of `CARD_TERMS`. */
function summary(t: Translate, product: ProductInRegion): string {
	const { region, launchAt, sizes, url, blocked } = product;
	const parts = [
		statusText(t, product),
		priceText(t, product),
		launchAt === null ? '' : t('card.launch', { at: time(new Date(launchAt), TimestampStyles.ShortDateTime) }),
		sizes.length > 0 ? sizesText(t, sizes) : '',
		maskedLink(t('card.link'), url),
		blocked && t('card.blockedHere'),
	];
	return `**${region}** ${parts.filter(Boolean).join(' · ')}`;
}

/** The card of a region in full, in the order of `CARD_TERMS`. */
function detailed(t: Translate, product: ProductInRegion): string {
	const { region, url, checkedAt, blocked } = product;
	const when = relativeTime(checkedAt);
	const lines = [
		`**${t.region(region)}** · ${statusText(t, product)}`,
		priceText(t, product),
		launchText(t, product),
		...sizeLines(t, product),
		maskedLink(t('card.link'), url),
		blocked ? t('card.blocked', { reason: reasonText(t, blocked), when }) : t('card.checked', { when }),
	];
	return lines.filter(Boolean).join('\n');
}

/**
 * The retailer's own word, and how the product can be had if it is not in stock; the stock of a retailer without statuses. A
 * refurbished offer is named.
 */
function statusText(t: Translate, product: ProductInRegion): string {
	const { status, state, offer } = product;
	const stock = status === null || state !== undefined ? t(`card.stock.${stockKey(product)}`) : '';
	return [offer === 'REFURBISHED' ? t('card.refurbished') : '', status, stock].filter(Boolean).join(' · ');
}

function priceText(t: Translate, { price, priceAt }: ProductInRegion): string {
	if (price === null) return '';
	const { now, was } = priceTexts(price, t.tag);
	if (priceAt !== null) return t('card.priceRead', { price: now, when: relativeTime(priceAt) });
	return was ? `~~${was}~~ **${now}**` : `**${now}**`;
}

function launchText(t: Translate, { launchAt, launchMethod, entriesUntil }: ProductInRegion): string {
	if (launchAt === null) return '';
	const at = time(new Date(launchAt), TimestampStyles.LongDateTime);
	const until = entriesUntil === null ? '' : time(new Date(entriesUntil), TimestampStyles.LongDateShortTime);
	const method = launchMethodKey(launchMethod, entriesUntil !== null);
	const sold = method === null ? '' : t(`card.method.${method}`, { until });
	return [t('card.launchIn', { at, when: relativeTime(launchAt) }), sold].filter(Boolean).join(' · ');
}

function sizesText(t: Translate, sizes: readonly Size[]): string {
	const totals = sizeTotals(sizes);
	return totals.unknown > 0 ? t('card.sizesUnknown', totals) : t('card.sizes', totals);
}

/** The sizes in their groups, and how precise their stock is. */
function sizeLines(t: Translate, { sizes, evidence }: ProductInRegion): string[] {
	if (sizes.length === 0) return [];
	const { inStock, other, unknown, soldOut } = sizeGroups(sizes);
	const names = (group: readonly Size[]) => group.map(({ size }) => escapeMarkdown(size)).join(', ');
	const lines = [
		[sizesText(t, sizes), evidence && t(`card.evidence.${evidence}`)].filter(Boolean).join(', '),
		inStock.map((size) => `${escapeMarkdown(size.size)} ${stockText(size)}`.trim()).join(', '),
		...other.map((group) =>
			t('card.group.other', { state: t(`card.stock.${group.state}`), sizes: names(group.sizes) }),
		),
		unknown.length > 0 ? t('card.group.unknown', { sizes: names(unknown) }) : '',
		soldOut.length > 0 ? t('card.group.soldOut', { sizes: names(soldOut) }) : '',
	];
	return lines.map((line) => truncate(line, 1000));
}
