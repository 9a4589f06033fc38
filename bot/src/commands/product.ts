import { ApiError, type ErrorCode, type ProductCard, type ProductInRegion, type Region } from '@dropwire/contract';
import type { BotContext } from '../context.ts';
import type { Api } from '../server/api.ts';
import { productReply } from '../ui/productCard.ts';
import { withPicture } from '../ui/reply.ts';
import type { PublicCommand } from '../interactions/command.ts';
import { definePublic } from '../interactions/define.ts';
import { regionOf, splitBrand, suggested, suggestRegion, suggestSku } from '../interactions/options.ts';
import { onlyOf, productOf, productsOf } from '../watches/watchProduct.ts';

/** `/product sku [region]`: status, price and sizes of a product; what its history says, and its plot. */
export const product: PublicCommand = {
	data: definePublic('product', [suggested('sku'), suggested('region', false)]),
	suggest: { sku: suggestSku, region: suggestRegion },

	async run(bot, { user, options }) {
		const wanted = options.getString('region');
		const region = wanted === null ? undefined : regionOf(wanted);
		const text = options.getString('sku', true);
		const named = splitBrand(text);
		const server = bot.server.as(user.id, 'test');
		const cardOf = ({ brand, sku }: typeof named) =>
			server.productCard({ sku, ...(brand && { brand }), ...(region && { region }) });
		const { data } = await cardOf(named).catch(async (error: unknown) => {
			if (isAbout(error, 'forbidden')) return { data: await knownCard(server, text, region) };
			if (!isAbout(error, 'not_found')) throw error;
			const meant = onlyOf(text, await productsOf(server, text));
			if (!meant) throw error;
			return cardOf(meant);
		});
		// Of several regions, the first that is checked: the others have no history.
		const shown = data.regions.find(({ watched }) => watched) ?? data.regions[0];
		const { history, picture } = await readHistory(bot, server, data, shown);
		const reply = productReply(bot.t, data, history && shown && { ...history, region: shown.region });
		return picture ? withPicture(reply, picture) : reply;
	},
};

/**
 * What the last checks found of a product, for people whose rights do not include that its shop is asked.
 * @throws UserError if no product is known by the text, or several are
 */
async function knownCard(server: Api, text: string, region: Region | undefined): Promise<ProductCard> {
	const { data } = await server.catalogueEntry(await productOf(server, text));
	const regions = data.regions.filter((one) => region === undefined || one.region === region);
	return { ...data, regions, failed: [], lists: null };
}

function isAbout(error: unknown, code: ErrorCode): boolean {
	return error instanceof ApiError && error.code === code;
}

/** What the history says and its plot, each null if there is too little of it; the card is shown also if they cannot be read. */
async function readHistory(bot: BotContext, server: Api, { brand, sku }: ProductCard, shown?: ProductInRegion) {
	if (!shown) return { history: null, picture: null };
	const { region, offer } = shown;
	const orNull = (error: unknown) => {
		if (!isAbout(error, 'not_found') && !isAbout(error, 'forbidden')) {
			bot.log.warn({ err: error, sku, region }, 'could not read the history of a product');
		}
		return null;
	};
	const [answer, picture] = await Promise.all([
		// The statistics do not depend on the range.
		server.history({ brand, sku, region, offer, from: Date.now() }).catch(orNull),
		server.historyPicture({ brand, sku, region, offer }).catch(orNull),
	]);
	const { statistics = null, points = [] } = answer?.data ?? {};
	const history = statistics && { statistics, currency: points.at(-1)?.currency ?? null, hasPicture: picture !== null };
	return { history, picture };
}
