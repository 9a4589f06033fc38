import { escapeMarkdown, escapeTitle, sortSizes, stockText, type StoreStock } from '@dropwire/contract';
import { ApplicationCommandOptionType } from 'discord.js';
import type { Translate } from '../texts/translate.ts';
import { maskedLink } from '../ui/links.ts';
import { reply, truncate } from '../ui/reply.ts';
import type { PublicCommand } from '../interactions/command.ts';
import { definePublic } from '../interactions/define.ts';
import { brandOption, regionOf, skuOption, suggested, suggestRegion, suggestSku } from '../interactions/options.ts';

/** Stores of one reply, and the characters of the sizes of each: together they fit Discord's limit of an embed. */
const [SHOWN, SIZES_LENGTH] = [10, 260];

const near = { type: ApplicationCommandOptionType.String, name: 'near', required: true, max_length: 100 } as const;

/** `/stores sku near [brand] [region]`: what a shop's own stores near a place have. */
export const stores: PublicCommand = {
	isPremium: true,
	data: definePublic('stores', [suggested('sku'), near, brandOption, suggested('region', false)]),
	suggest: { sku: suggestSku, region: suggestRegion },

	async run({ t, server }, { user, options }) {
		const { brand, sku } = skuOption(options);
		const place = options.getString('near', true);
		const region = regionOf(options.getString('region') ?? 'US');
		const { data } = await server.as(user.id, 'test').storeStock({ brand, sku, region, near: place });
		const title = t('stores.title', { near: escapeTitle(place), sku: escapeTitle(sku) });
		if (data === null) return reply(title, t('stores.unsold', { region: t.region(region) }));
		const lines = data.stores.slice(0, SHOWN).map((store) => storeLines(t, store));
		const isCut = data.stores.length > SHOWN;
		if (data.failed.length > 0) lines.push(t('stores.failed', { count: data.failed.length }));
		return reply(title, lines.join('\n\n') || t('stores.none', { region: t.region(region) }), {
			...(isCut && { footer: `${SHOWN}/${data.stores.length}` }),
		});
	},
};

function storeLines(t: Translate, { name, city, distanceKm, url, sizes }: StoreStock['stores'][number]): string {
	const head = `**${maskedLink(name, url) || escapeMarkdown(name)}** ${escapeMarkdown(city)}`;
	const far = distanceKm === null ? '' : ` · ${distanceKm.toLocaleString(t.tag)} km`;
	return `${head}${far}\n${stockLine(t, sizes)}`;
}

function stockLine(t: Translate, sizes: StoreStock['stores'][number]['sizes']): string {
	if (sizes.length === 0) return t('stores.notCarried');
	const inStock = sortSizes(sizes.filter(({ available }) => available));
	if (inStock.length === 0) return t('stores.soldOut');
	const texts = inStock.map((size) => `${escapeMarkdown(size.size)} ${stockText(size)}`.trim());
	return truncate(texts.join(', '), SIZES_LENGTH);
}
