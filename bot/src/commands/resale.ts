import { escapeMarkdown, escapeTitle, formatMoney, marketName, type Resale } from '@dropwire/contract';
import { reasonText } from '../texts/serverTexts.ts';
import type { Translate } from '../texts/translate.ts';
import { type Reply, reply } from '../ui/reply.ts';
import type { PublicCommand } from '../interactions/command.ts';
import { definePublic } from '../interactions/define.ts';
import { brandOption, regionOf, skuOption, suggested, suggestRegion, suggestSku } from '../interactions/options.ts';

/** Sizes of one reply. More do not fit a phone's screen. */
const SHOWN = 25;

/** `/resale sku [brand] [region]`: the best payout of each size. */
export const resale: PublicCommand = {
	isPremium: true,
	data: definePublic('resale', [suggested('sku'), brandOption, suggested('region', false)]),
	suggest: { sku: suggestSku, region: suggestRegion },

	async run(bot, { user, options }) {
		const { brand, sku } = skuOption(options);
		const region = regionOf(options.getString('region') ?? 'US');
		const { data } = await bot.server.as(user.id, 'test').resale({ brand, sku, region });
		const { t } = bot;
		const { retail } = data;
		const price = retail && formatMoney(retail.amount, retail.currency, t.tag);
		const head =
			price === null
				? t('resale.noRetail', { region: t.region(region) })
				: t('resale.retail', { region: t.region(region), price });
		return resaleReply(t, sku, data, head);
	},
};

function resaleReply(t: Translate, sku: string, { sizes, providers, fees }: Resale, head: string): Reply {
	const lines = sizes.slice(0, SHOWN).map((size) => sizeLine(t, size));
	const failed = providers.flatMap(({ market, state, detail }) =>
		state === 'error' ? [t('resale.error', { market: marketName(market), reason: reasonText(t, detail) })] : [],
	);
	const more = sizes.length - lines.length;
	const body = [
		lines.length > 0 ? lines.join('\n') : t('resale.none'),
		more > 0 ? t('resale.more', { count: more }) : '',
	];
	const oldest = fees.map(({ asOf }) => asOf).sort()[0];
	return reply(t('resale.title', { sku: escapeTitle(sku) }), [head, ...body, ...failed].filter(Boolean).join('\n\n'), {
		...(oldest !== undefined && { footer: t('resale.fees', { date: oldest }) }),
	});
}

function sizeLine(t: Translate, { size: label, best, offers }: Resale['sizes'][number]): string {
	const size = escapeMarkdown(label);
	const offer = offers.find(({ market, payout }) => market === best?.market && payout === best.payout);
	if (!best || !offer) return t('resale.noPayout', { size });
	const money = (amount: number) => formatMoney(amount, offer.currency, t.tag);
	const line = { size, market: marketName(best.market), payout: money(best.payout) };
	if (best.profit === null) return t('resale.size', line);
	const share = best.percent === null ? '' : ` (${best.percent.toLocaleString(t.tag)}%)`;
	return t('resale.withProfit', { ...line, profit: money(best.profit) + share });
}
