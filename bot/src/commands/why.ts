import {
	type Contract,
	type CallInput,
	isProductWhy,
	MARKET_ZONES,
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
const DAY_MINUTES = 1440;
/** Of the moment in a button's id, which has at most 100 characters. */
const RADIX = 36;

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
 * The moment that a text names, epoch ms: now without a text, minutes ago, `HH:MM` of today in the region's market, or an ISO
 * time. Discord does not say in which zone the person is.
 * @throws UserError for anything else, and for moments ahead or longer ago than the server answers
 */
function momentOf(text: string, region: Region, now: number): number {
	const at = text === '' ? now : readMoment(text, region, now);
	if (at !== null && at <= now && at > now - WHY_LIMITS.backMs) return at;
	throw new UserError((t) => t('why.when', { text: truncate(text, 40) }));
}

function readMoment(text: string, region: Region, now: number): number | null {
	if (/^\d{1,5}$/.test(text)) return now - Number(text) * MINUTE_MS;
	const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
	if (hours !== undefined) {
		const wanted = Number(hours) * 60 + Number(minutes);
		// Of today: later than now is ahead.
		const near = (Math.floor(now / MINUTE_MS) - minutesOfDay(region, now) + wanted) * MINUTE_MS;
		// If the clocks have changed since, it is not the time that was asked for yet.
		const at = near + minutesUntil(wanted, minutesOfDay(region, near)) * MINUTE_MS;
		// The clocks left out the hour.
		return minutesOfDay(region, at) === wanted ? at : null;
	}
	const at = /^\d{4}-\d{2}-\d{2}T/.test(text) ? Date.parse(text) : Number.NaN;
	return Number.isNaN(at) ? null : at;
}

/** The difference of two times of the day in minutes, from half a day before to half a day after. */
function minutesUntil(wanted: number, from: number): number {
	return ((wanted - from + 1.5 * DAY_MINUTES) % DAY_MINUTES) - DAY_MINUTES / 2;
}

/** The minutes since midnight in the region's market. */
function minutesOfDay(region: Region, at: number): number {
	const zone = { timeZone: MARKET_ZONES[region], hourCycle: 'h23' } as const;
	const clock = new Intl.DateTimeFormat('en', { ...zone, hour: 'numeric', minute: 'numeric' }).format(at);
	const [hour = 0, minute = 0] = clock.split(':').map(Number);
	return (hour * 60 + minute) % DAY_MINUTES;
}
