import {
	BRANDS,
	CARD_TERMS,
	discordUrl,
	escapeMarkdown,
	escapeTitle,
	formatMoney,
	KINDS,
	launchMethodText,
	REGION_NAMES,
	tidy,
} from '@dropwire/domain';
import type { ProductSnapshot } from '@dropwire/retailers';
import {
	cut,
	type EmbedField,
	linkAddress,
	MESSAGE_LIMITS,
	truncateEmbed,
	type WebhookBody,
} from '../../message/body.ts';
import type { MessageSubject } from '../../product/event.ts';
import { watchButton } from '../../message/buttons.ts';
import { discordTime } from '../../message/discordTime.ts';

/** The most releases that a message lists. */
const MAX_LINES = 40;
const LONGEST_TITLE = 80;

/**
 * The message about one release: its date in the reader's zone, the date before it if it moved, and how it is sold. It has
 * the button Watch.
 */
export function composeRelease(event: MessageSubject): WebhookBody {
	const { kind, sku, region, source, before, after, at } = event;
	const product = (after ?? before) as ProductSnapshot;
	const url = discordUrl(product.url);
	const image = discordUrl(product.image);
	const title = escapeTitle(product.title) || escapeTitle(product.sku);
	return {
		username: 'Dropwire',
		allowed_mentions: { parse: [] },
		embeds: [
			truncateEmbed({
				title: cut(title, MESSAGE_LIMITS.title),
				...(url && { url }),
				description: cut(
					[`**${KINDS[kind].headline}**`, escapeMarkdown(product.subtitle ?? '')].filter(Boolean).join(' · '),
					MESSAGE_LIMITS.description,
				),
				color: KINDS[kind].color,
				fields: [
					{ name: CARD_TERMS.launch, value: launchText(event), inline: false },
					...methodField(product),
					...priceField(product),
					{ name: 'Region', value: `${region} · ${REGION_NAMES[region]}`, inline: true },
					{ name: 'SKU', value: `\`${cut(tidy(sku).replaceAll('`', "'"), 100)}\``, inline: true },
				],
				...(image && { thumbnail: { url: image } }),
				footer: { text: `Dropwire · ${BRANDS[source].name}` },
				timestamp: new Date(at).toISOString(),
			}),
		],
		...watchButton(event),
	};
}

/**
 * The message about many releases of a region: one line each by time, and the number of the others with a link to all.
 * @param events at least one, of one kind, source and region
 * @param link the page with all releases of the region; null for none
 */
export function composeReleases(events: readonly MessageSubject[], link: string | null): WebhookBody {
	const sorted = events.toSorted((a, b) => Number(launchOf(a)) - Number(launchOf(b)));
	const [first] = sorted as [MessageSubject, ...MessageSubject[]];
	const url = discordUrl(link);
	return {
		username: 'Dropwire',
		allowed_mentions: { parse: [] },
		embeds: [
			truncateEmbed({
				title: releasesTitle(events),
				...(url && { url }),
				description: listText(sorted.map(lineOf), linkAddress(link)),
				color: KINDS[first.kind].color,
				fields: [{ name: 'Region', value: `${first.region} · ${REGION_NAMES[first.region]}`, inline: true }],
				footer: { text: `Dropwire · ${BRANDS[first.source].name}` },
				timestamp: new Date(first.at).toISOString(),
			}),
		],
	};
}

/** `24 Nike releases announced`, `3 Nike releases soon` */
export function releasesTitle(events: readonly MessageSubject[]): string {
	const [{ kind, source }] = events as [MessageSubject, ...MessageSubject[]];
	const what = KINDS[kind].headline.replace('Release', events.length === 1 ? 'release' : 'releases');
	return `${events.length} ${BRANDS[source].name} ${what}`;
}

function launchOf({ before, after }: MessageSubject): number | null {
	return after?.launchAt ?? before?.launchAt ?? null;
}

/** `~~old~~ → **new** (in 3 days)`; a date that was called off is struck through. */
function launchText({ kind, before, after }: MessageSubject): string {
	const [was, is] = [before?.launchAt, after?.launchAt];
	if (kind === 'CANCELLED') return `~~${discordTime(was ?? is, 'F')}~~`;
	const relative = ` (${discordTime(is, 'R')})`;
	return kind === 'MOVED'
		? `~~${discordTime(was, 'F')}~~ → **${discordTime(is, 'F')}**${relative}`
		: `${discordTime(is, 'F')}${relative}`;
}

function methodOf({ launchMethod, entriesUntil }: ProductSnapshot): string {
	return launchMethodText(launchMethod, discordTime(entriesUntil, 'f'));
}

function methodField(product: ProductSnapshot): EmbedField[] {
	const value = methodOf(product);
	return value === '' ? [] : [{ name: 'Method', value, inline: false }];
}

function priceField({ price, priceAt }: ProductSnapshot): EmbedField[] {
	if (!price || priceAt !== undefined) return [];
	const now = formatMoney(price.current, price.currency);
	const value = price.full > price.current ? `~~${formatMoney(price.full, price.currency)}~~ **${now}**` : `**${now}**`;
	return [{ name: CARD_TERMS.price, value, inline: true }];
}

/** `Friday, 27 November 2026 10:00 · [Title](link) · draw · $190.00` */
function lineOf(event: MessageSubject): string {
	const { sku, before, after } = event;
	const product = after ?? before;
	const title = escapeMarkdown(cut(tidy(product?.title ?? sku), LONGEST_TITLE));
	const url = linkAddress(product?.url);
	const price = product?.price && formatMoney(product.price.current, product.price.currency);
	return [
		discordTime(launchOf(event), 'F'),
		url === undefined ? title : `[${title}](${url})`,
		product && methodOf(product),
		price,
	]
		.filter(Boolean)
		.join(' · ');
}

/** As many lines as fit, and the number of the others with a link. */
function listText(lines: readonly string[], link: string | undefined): string {
	const others = (count: number) => {
		const text = `… and ${count.toLocaleString('en')} more`;
		return link === undefined ? text : `[${text}](${link})`;
	};
	let kept = Math.min(lines.length, MAX_LINES);
	const textOf = () => {
		const rest = lines.length - kept;
		return [...lines.slice(0, kept), ...(rest > 0 ? [others(rest)] : [])].join('\n');
	};
	while (textOf().length > MESSAGE_LIMITS.description) kept--;
	return textOf();
}
