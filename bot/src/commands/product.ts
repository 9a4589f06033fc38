import { type ProductCard, type ProductInRegion, REGION_NAMES } from '@dropwire/bff/contract';
import { escapeMarkdown } from 'discord.js';
import { COLORS, STATUS_COLORS } from '../look/colors.ts';
import { when } from '../look/links.ts';
import { cut, type Reply, reply } from '../look/reply.ts';
import type { Command } from './command.ts';
import { define } from './define.ts';
import { regionOf, suggested, suggestRegion, suggestSku } from './options.ts';

/** `/product sku [region]`: how a product stands. */
export const product: Command = {
	data: define('product', 'Shows how a product stands: status, price and sizes', [
		suggested('sku', 'The SKU, or words of the title'),
		suggested('region', 'One region in full; all in short unless said', false),
	]),
	suggest: { sku: suggestSku, region: suggestRegion },

	async run(bot, { guildId, user, options }) {
		const wanted = options.getString('region');
		const region = wanted === null ? undefined : regionOf(wanted);
		const sku = options.getString('sku', true);
		const { data } = await bot.server.as(user.id, 'test').productCard({ guildId, sku, ...(region && { region }) });
		return card(data);
	},
};

function card(product: ProductCard): Reply {
	const [first] = product.regions;
	const alone = product.regions.length === 1 ? first : undefined;
	const head = [`\`${product.sku.replaceAll('`', "'")}\``, escapeMarkdown(product.subtitle ?? '')]
		.filter(Boolean)
		.join(' · ');
	const body = alone ? full(alone) : product.regions.map(short).join('\n');
	return reply(product.title, `${head}\n\n${body}`, {
		color: STATUS_COLORS[(alone ?? first)?.status ?? ''] ?? COLORS.signal,
		footer: product.watched ? 'watched' : 'not watched: asked just now',
		...(alone?.url && { url: alone.url }),
		...(product.image && { thumbnail: { url: product.image } }),
	});
}

function short(region: ProductInRegion): string {
	const parts = [statusText(region), priceText(region), region.blocked && 'refuses to answer'];
	return `**${region.region}** ${parts.filter(Boolean).join(' · ')}`;
}

function full(region: ProductInRegion): string {
	const { sizes, launchAt, checkedAt, blocked } = region;
	const lines = [
		`**${REGION_NAMES[region.region]}** · ${statusText(region)}`,
		priceText(region),
		launchAt === null ? '' : `Launch <t:${Math.floor(launchAt / 1000)}:F>`,
		sizes.length > 0 ? cut(sizes.map(sizeText).join(' · '), 2000) : '',
		blocked ? `The shop refuses to answer (${blocked}); seen ${when(checkedAt)}` : `Seen ${when(checkedAt)}`,
	];
	return lines.filter(Boolean).join('\n');
}

function statusText({ status, available }: ProductInRegion): string {
	return status ?? (available === null ? 'listed' : available ? 'available' : 'sold out');
}

function priceText({ price, was }: ProductInRegion): string {
	if (price === null) return '';
	return was ? `~~${was}~~ **${price}**` : `**${price}**`;
}

/** A size that is sold out is struck through; a count says more than a level. */
function sizeText({ size, available, level, count }: ProductInRegion['sizes'][number]): string {
	const name = escapeMarkdown(size);
	if (!available) return `~~${name}~~`;
	const stock = count ?? level?.toLowerCase();
	return stock === undefined ? name : `${name} (${stock})`;
}
