import {
	ApiError,
	CARD_TERMS,
	EVIDENCE_NAMES,
	launchMethodText,
	priceTexts,
	type ProductCard,
	type ProductInRegion,
	REGION_NAMES,
	SIZE_GROUPS,
	sizeCounts,
	sizeGroups,
	statusText,
	stockText,
} from '@dropwire/contract';
import { escapeMarkdown, time, TimestampStyles } from 'discord.js';
import { COLORS, STATUS_COLORS } from '../ui/colors.ts';
import { relativeTime } from '../ui/links.ts';
import { type Reply, reply, truncate } from '../ui/reply.ts';
import type { Command } from './command.ts';
import { define } from './define.ts';
import { UserError } from '../userError.ts';
import { regionOf, suggested, suggestRegion, suggestSku } from './options.ts';

/** The most products that are suggested for words. */
const SUGGESTED = 10;
type Size = ProductInRegion['sizes'][number];

/** `/product sku [region]`: status, price and sizes of a product. */
export const product: Command = {
	data: define('product', [suggested('sku'), suggested('region', false)]),
	suggest: { sku: suggestSku, region: suggestRegion },

	async run(bot, { guildId, user, options }) {
		const wanted = options.getString('region');
		const region = wanted === null ? undefined : regionOf(wanted);
		const sku = options.getString('sku', true);
		const server = bot.server.as(user.id, 'test');
		const cardOf = (one: string) => server.productCard({ guildId, sku: one, ...(region && { region }) });
		const { data } = await cardOf(sku).catch(async (error: unknown) => {
			if (!(error instanceof ApiError && error.code === 'not_found')) throw error;
			const [only, ...others] = (await server.skuSuggest({ text: sku.slice(0, 64) })).data;
			if (!only) throw error;
			if (others.length === 0) return cardOf(only.sku);
			const products = [only, ...others]
				.slice(0, SUGGESTED)
				.map((one) => `\`${one.sku}\` ${escapeMarkdown(one.title)}`);
			throw new UserError((t) => t('deny.sku', { text: truncate(sku, 50), products: products.join('\n') }));
		});
		return card(data);
	},
};

function card(product: ProductCard): Reply {
	const { sku, subtitle, color, image, regions, failed } = product;
	const [first] = regions;
	const only = regions.length === 1 ? first : undefined;
	const head = [`\`${sku.replaceAll('`', "'")}\``, escapeMarkdown(subtitle ?? ''), escapeMarkdown(color ?? '')];
	const body = only ? detailed(only) : regions.map(summary).join('\n');
	const missing = failed.length > 0 ? `\n\nNo answer from ${failed.join(', ')}.` : '';
	return reply(product.title, `${head.filter(Boolean).join(' · ')}\n\n${body}${missing}`, {
		color: STATUS_COLORS[(only ?? first)?.status ?? ''] ?? COLORS.signal,
		footer: watchedText(regions),
		...(only?.url && { url: only.url }),
		...(image && { thumbnail: { url: image } }),
	});
}

function watchedText(regions: readonly ProductInRegion[]): string {
	const watched = regions.filter((one) => one.watched);
	if (watched.length === 0) return 'not watched, fetched just now';
	return watched.length === regions.length ? 'watched' : `watched in ${watched.map(({ region }) => region).join(', ')}`;
}

/** The card of a region in one line, in the order of `CARD_TERMS`. */
function summary(product: ProductInRegion): string {
	const { region, launchAt, sizes, url, blocked } = product;
	const parts = [
		statusText(product),
		priceText(product),
		launchAt === null ? '' : `${CARD_TERMS.launch} ${time(new Date(launchAt), TimestampStyles.ShortDateTime)}`,
		sizes.length > 0 ? `${CARD_TERMS.sizes} (${sizeCounts(sizes)})` : '',
		url === null ? '' : `[${CARD_TERMS.link}](${linkTarget(url)})`,
		blocked && 'blocked',
	];
	return `**${region}** ${parts.filter(Boolean).join(' · ')}`;
}

/** The card of a region in full, in the order of `CARD_TERMS`. */
function detailed(product: ProductInRegion): string {
	const { region, url, checkedAt, blocked } = product;
	const checked = relativeTime(checkedAt);
	const lines = [
		`**${REGION_NAMES[region]}** · ${statusText(product)}`,
		priceText(product),
		launchText(product),
		...sizeLines(product),
		url === null ? '' : `[${CARD_TERMS.link}](${linkTarget(url)})`,
		blocked
			? `The retailer blocks checks (${blocked}). ${CARD_TERMS.checked} ${checked}`
			: `${CARD_TERMS.checked} ${checked}`,
	];
	return lines.filter(Boolean).join('\n');
}

function priceText({ price }: ProductInRegion): string {
	if (price === null) return '';
	const { now, was } = priceTexts(price);
	return was ? `~~${was}~~ **${now}**` : `**${now}**`;
}

function launchText({ launchAt, launchMethod, entriesUntil }: ProductInRegion): string {
	if (launchAt === null) return '';
	const until = entriesUntil === null ? null : time(new Date(entriesUntil), TimestampStyles.ShortTime);
	const method = launchMethodText(launchMethod, until);
	const at = time(new Date(launchAt), TimestampStyles.LongDateTime);
	return `${CARD_TERMS.launch} ${at} (${relativeTime(launchAt)})${method ? ` · ${method}` : ''}`;
}

/** The sizes in their groups, and how precise their stock is. */
function sizeLines({ sizes, evidence }: ProductInRegion): string[] {
	if (sizes.length === 0) return [];
	const { inStock, unknown, soldOut } = sizeGroups(sizes);
	const precision = evidence ? `, ${EVIDENCE_NAMES[evidence]}` : '';
	const names = (group: readonly Size[]) => group.map(({ size }) => escapeMarkdown(size)).join(', ');
	const lines = [
		`${CARD_TERMS.sizes} (${sizeCounts(sizes)})${precision}`,
		inStock.map((size) => `${escapeMarkdown(size.size)} ${stockText(size)}`.trim()).join(', '),
		unknown.length > 0 ? `${SIZE_GROUPS.unknown}: ${names(unknown)}` : '',
		soldOut.length > 0 ? `${SIZE_GROUPS.soldOut}: ${names(soldOut)}` : '',
	];
	return lines.map((line) => truncate(line, 1000));
}

/** A URL in a Markdown link, which a closing parenthesis would end. */
function linkTarget(url: string): string {
	return url.replaceAll('(', '%28').replaceAll(')', '%29');
}
