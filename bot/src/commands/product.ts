import { ApiError } from '@dropwire/contract';
import { escapeMarkdown } from 'discord.js';
import { productReply } from '../ui/productCard.ts';
import { truncate } from '../ui/reply.ts';
import type { Command } from '../interactions/command.ts';
import { define } from '../interactions/define.ts';
import { UserError } from '../userError.ts';
import { regionOf, suggested, suggestRegion, suggestSku } from '../interactions/options.ts';

/** The most products that are suggested for words. */
const SUGGESTED = 10;

/** `/product sku [region]`: status, price and sizes of a product. */
export const product: Command = {
	data: define('product', [suggested('sku'), suggested('region', false)]),
	suggest: { sku: suggestSku, region: suggestRegion },

	async run(bot, { user, options }) {
		const wanted = options.getString('region');
		const region = wanted === null ? undefined : regionOf(wanted);
		const sku = options.getString('sku', true);
		const server = bot.server.as(user.id, 'test');
		const cardOf = (one: string) => server.productCard({ sku: one, ...(region && { region }) });
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
		return productReply(bot.t, data);
	},
};
