import {
	type Contract,
	type CallInput,
	isProductWhy,
	MARKET_ZONES,
	offsetsOf,
	type Region,
	regionsOfBrand,
	WHY_LIMITS,
} from '@dropwire/contract';
import {
	type AnySelectMenuInteraction,
	ApplicationCommandOptionType,
	type ButtonInteraction,
	type ChatInputCommandInteraction,
	time,
	TimestampStyles,
} from 'discord.js';
import type { BotContext } from '../context.ts';
import { managesServer } from '../discord/permissions.ts';
import { buttonId, type PublicCommand } from '../interactions/command.ts';
import { definePublic } from '../interactions/define.ts';
import { regionOf, suggested, suggestRegion } from '../interactions/options.ts';
import type { Api } from '../server/api.ts';
import { type Reply, reply, truncate } from '../ui/reply.ts';
import { whyLines } from '../ui/whyText.ts';
import { UserError } from '../userError.ts';
import { type Product, productOf, productText, suggestProduct } from '../watches/watchProduct.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Of the moment in a button's id, which has at most 100 characters. */
const RADIX = 36;
/** The date, the time of day and the zone of an ISO time, also with spaces. `Date.parse` would guess what other texts mean. */
const ISO_TIME = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?) ?(Z|[+-]\d{2}:?\d{2})?$/i;

/** A question about a product in a region around a moment, epoch ms. */
interface Question {
	product: Product;
	region: Region;
	at: number;
}

/** Whose messages are asked about. */
type Owner = 'watch' | 'server';

/**
 * `/why product [when] [region]`: why a message came or did not, for the person's watch, or for the server of the command if
 * they manage it. With both, a button changes between them.
 */
export const why: PublicCommand = {
	data: definePublic('why', [
		suggested('product'),
		{ type: ApplicationCommandOptionType.String, name: 'when', required: false, max_length: 40 },
		suggested('region', false),
	]),
	suggest: { product: suggestProduct, region: suggestRegion },

	async run(bot, interaction) {
		const { user, options } = interaction;
		const server = bot.server.as(user.id);
		const product = await productOf(server, options.getString('product', true));
		const wanted = options.getString('region');
		const region = wanted === null ? await firstRegion(server, product) : regionOf(wanted);
		const at = momentOf(options.getString('when')?.trim() ?? '', region, Date.now());
		return answer(bot, interaction, { product, region, at });
	},

	press: (bot, interaction, [brand = '', sku = '', region = '', at = '', owner = '']) =>
		answer(
			bot,
			interaction,
			{ product: { brand: brand as Product['brand'], sku }, region: regionOf(region), at: Number.parseInt(at, RADIX) },
			owner as Owner,
		),
};

/** The first region in which the product is checked; that of its brand for a product that was never seen. */
async function firstRegion(server: Api, { brand, sku }: Product): Promise<Region> {
	const [watch] = (await server.watches({ brand, sku })).data;
	const [polled] = (watch?.polled ?? []) as Region[];
	const [wanted = regionsOfBrand(brand)[0]] = (watch?.regions ?? []) as Region[];
	return polled ?? wanted ?? 'US';
}

async function answer(
	bot: BotContext,
	interaction: ChatInputCommandInteraction | ButtonInteraction | AnySelectMenuInteraction,
	{ product, region, at }: Question,
	preferred: Owner = 'watch',
): Promise<Reply> {
	const { t } = bot;
	const { brand, sku } = product;
	const server = bot.server.as(interaction.user.id);
	const [watch] = (await server.watches({ brand, sku })).data;
	const guildId = interaction.inCachedGuild() && managesServer(interaction) ? interaction.guildId : null;
	const owners: Partial<Record<Owner, Pick<CallInput<Contract['why']>, 'guildId' | 'watchId'>>> = {
		...(watch && { watch: { watchId: watch.id } }),
		...(guildId !== null && { server: { guildId } }),
	};
	const owner = owners[preferred] ? preferred : (Object.keys(owners)[0] as Owner | undefined);
	if (owner === undefined) throw new UserError((texts) => texts('why.noOwner', { product: productText(product) }));
	const why = await server.why({ brand, sku, region, at, ...owners[owner] });
	if (!isProductWhy(why)) throw new Error('The answer is about a subscription.');
	const moment = time(Math.floor(at / 1000), TimestampStyles.LongDateShortTime);
	const head = `${productText({ ...product, ...watch })} · ${t.region(region)} · ${moment}`;
	const other = owner === 'watch' ? 'server' : 'watch';
	return reply(
		t('why.title'),
		[head, `${t(`why.for${names[owner]}`)}:`, ...whyLines(t, why, owner === 'watch')].join('\n\n'),
		{
			buttons: owners[other]
				? [
						{
							customId: buttonId('why', brand, sku, region, at.toString(RADIX), other),
							label: t(`button.why${names[other]}`),
						},
					]
				: [],
		},
	);
}

const names = { watch: 'Watch', server: 'Server' } as const;

/**
 * The moment that a text names, epoch ms: now without a text, minutes ago, `HH:MM` of today or an ISO time. Without a zone of its
 * own, a time is one of the region's market: Discord does not say in which zone the person is.
 * @throws UserError for anything else, and for moments ahead or longer ago than the server answers
 */
function momentOf(text: string, region: Region, now: number): number {
	const at = text === '' ? now : readMoment(text, region, now);
	if (at !== null && at <= now && at > now - WHY_LIMITS.backMs) return at;
	throw new UserError((t) => t('why.when', { text: truncate(text, 40) }));
}

function readMoment(text: string, region: Region, now: number): number | null {
	if (/^\d{1,5}$/.test(text)) return now - Number(text) * MINUTE_MS;
	const offsetAt = offsetsOf(MARKET_ZONES[region]);
	const today = Math.floor((now + offsetAt(now)) / DAY_MS) * DAY_MS;
	const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
	if (hours !== undefined) return onClocks(today + (Number(hours) * 60 + Number(minutes)) * MINUTE_MS, offsetAt, now);
	const [, date, clock, zone] = ISO_TIME.exec(text) ?? [];
	if (date === undefined) return null;
	const at = Date.parse(`${date}T${clock}${zone?.replace(/(?<=\d{2})(?=\d{2}$)/, ':') ?? 'Z'}`);
	if (Number.isNaN(at)) return null;
	return zone === undefined ? onClocks(at, offsetAt, now) : at;
}

/**
 * The last moment until now at which a zone's clocks show a time; null if they leave it out, or have not shown it yet.
 * @param shown the time, in ms as if the clocks showed UTC
 */
function onClocks(shown: number, offsetAt: (at: number) => number, now: number): number | null {
	// On a day on which the clocks change, both offsets are possible.
	const moments = [offsetAt(shown + DAY_MS), offsetAt(shown - DAY_MS)].map((offset) => shown - offset);
	const real = moments.filter((at) => at <= now && at + offsetAt(at) === shown);
	return real.length === 0 ? null : Math.max(...real);
}
