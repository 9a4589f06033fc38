import { MARKET_CURRENCIES, OPTION_LIMITS, parseMoney, type Region, splitSizes } from '@dropwire/contract';
import { ApplicationCommandOptionType } from 'discord.js';
import type { PublicCommand } from '../interactions/command.ts';
import { defineMenu, definePublic } from '../interactions/define.ts';
import { regionOf, suggested, suggestRegion } from '../interactions/options.ts';
import { UserError } from '../userError.ts';
import { productIn, productOf, suggestProduct, watchProduct } from '../watches/watchProduct.ts';

const MAX_TEXT = 1000;

/** `/watch product [sizes] [region] [max_price]`: notices of a product for the person. */
export const watch: PublicCommand = {
	data: definePublic('watch', [
		suggested('product'),
		{ type: ApplicationCommandOptionType.String, name: 'sizes', required: false, max_length: MAX_TEXT },
		suggested('region', false),
		{
			type: ApplicationCommandOptionType.Number,
			name: 'max_price',
			required: false,
			min_value: 0,
			max_value: OPTION_LIMITS.price,
		},
	]),
	suggest: { product: suggestProduct, region: suggestRegion },

	async run(bot, { user, options }) {
		const wanted = options.getString('region');
		const region = wanted === null ? null : regionOf(wanted);
		const price = options.getNumber('max_price');
		const maxPrice = price === null ? null : moneyOf(price, region);
		const sizes = splitSizes(options.getString('sizes') ?? '');
		const product = await productOf(bot.server.as(user.id), options.getString('product', true));
		return watchProduct(bot, user.id, product, {
			regions: region && [region],
			sizes: sizes.length > 0 ? sizes : null,
			maxPrice,
		});
	},

	/** *Watch this product*, on a message about one. */
	menu: {
		data: defineMenu('watch.message'),
		run(bot, { user, targetMessage }) {
			const isOurs = targetMessage.applicationId === bot.client.application.id;
			const product = isOurs ? productIn(targetMessage.embeds) : null;
			if (!product) throw new UserError((t) => t('watch.noProduct'));
			return watchProduct(bot, user.id, product);
		},
	},
};

/** @throws UserError for more decimals than the currency of the region has */
function moneyOf(price: number, region: Region | null) {
	const currency = region === null ? 'USD' : MARKET_CURRENCIES[region];
	const amount = parseMoney(String(price), currency);
	if (amount === null) throw new UserError((t) => t('watch.price', { text: String(price), currency }));
	return { amount, currency };
}
