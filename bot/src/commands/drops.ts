import {
	escapeMarkdown,
	formatMoney,
	launchMethodKey,
	MARKET_ZONES,
	type Region,
	type Release,
	RELEASE_LIMITS,
} from '@dropwire/contract';
import { ApplicationCommandOptionType, time, TimestampStyles } from 'discord.js';
import type { BotContext } from '../context.ts';
import type { Translate } from '../texts/translate.ts';
import { maskedLink } from '../ui/links.ts';
import { pageOf } from '../ui/pages.ts';
import { type Reply, reply, truncate } from '../ui/reply.ts';
import { zoneName } from '../ui/statisticsText.ts';
import { buttonId, type PublicCommand } from '../interactions/command.ts';
import { definePublic } from '../interactions/define.ts';
import { brandOption, regionOf, suggested, suggestRegion } from '../interactions/options.ts';

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = RELEASE_LIMITS.listAheadMs / DAY_MS;
const MAX_DAYS = RELEASE_LIMITS.aheadMs / DAY_MS;
/** Releases of one page: with their links they fit Discord's limit of an embed. */
const PAGE = 8;
/** The most pages of the call that are read: what comes later is named by its number. */
const MAX_CALLS = 5;
const TITLE_LENGTH = 80;

const days = {
	type: ApplicationCommandOptionType.Integer,
	name: 'days',
	required: false,
	min_value: 1,
	max_value: MAX_DAYS,
} as const;

/** What is listed: a region's releases of all brands, or one, in the next days. */
interface Wanted {
	region: Region;
	/** Empty for all. */
	brand: string;
	days: number;
	page: number;
}

/** `/drops [region] [brand] [days]`: the releases of a region by day. */
export const drops: PublicCommand = {
	data: definePublic('drops', [suggested('region', false), brandOption, days]),
	suggest: { region: suggestRegion },

	run: (bot, { user, options }) =>
		show(bot, user.id, {
			region: regionOf(options.getString('region') ?? 'US'),
			brand: options.getString('brand') ?? '',
			days: options.getInteger('days') ?? DEFAULT_DAYS,
			page: 0,
		}),

	press: (bot, { user }, [region = '', brand = '', ahead, page]) =>
		show(bot, user.id, { region: regionOf(region), brand, days: Number(ahead), page: Number(page) }),
};

async function show({ t, server }: BotContext, userId: string, wanted: Wanted): Promise<Reply> {
	const { region, brand, days: count } = wanted;
	const api = server.as(userId);
	const to = Date.now() + count * DAY_MS;
	const releases: Release[] = [];
	let cursor: string | null = null;
	for (let call = 0; call < MAX_CALLS && (call === 0 || cursor !== null); call++) {
		const answer: Awaited<ReturnType<typeof api.releases>> = await api.releases({
			region,
			to,
			...(brand && { brand }),
			...(cursor !== null && { cursor }),
		});
		releases.push(...answer.data);
		cursor = answer.nextCursor;
	}
	const title = t('drops.title', { region: t.region(region) });
	if (releases.length === 0) return reply(title, t('drops.none', { count }));
	const id = (page: number) => buttonId('drops', region, brand, count, page);
	const { rows, buttons, note } = pageOf(t, releases, wanted.page, id, PAGE);
	const zone = MARKET_ZONES[region];
	const dayOf = new Intl.DateTimeFormat(t.tag, { timeZone: zone, weekday: 'long', month: 'long', day: 'numeric' });
	const byDay = Map.groupBy(rows, ({ launchAt }) => dayOf.format(launchAt));
	const blocks = [...byDay].map(([day, own]) => [`**${day}**`, ...own.map((one) => releaseLine(t, one))].join('\n'));
	const more = cursor === null ? '' : t('drops.first', { count: releases.length });
	const footer = [note, t('drops.zone', { zone: zoneName(t, zone) })].filter(Boolean).join(' · ');
	return reply(title, [...blocks, more].filter(Boolean).join('\n\n'), { buttons, footer });
}

/** When, what, how and for how much; what is not known is left out. */
function releaseLine(t: Translate, release: Release): string {
	const { launchAt, title, url, sku, method, entriesUntil, price, state, available, moves } = release;
	const shown = truncate(title, TITLE_LENGTH);
	const name = `**${maskedLink(shown, url) || escapeMarkdown(shown)}**`;
	const sold = launchMethodKey(method, entriesUntil !== null);
	const until = entriesUntil === null ? '' : time(new Date(entriesUntil), TimestampStyles.ShortDateTime);
	const earlier = moves.at(-1)?.from;
	const isStock = state === 'live' && available !== null;
	const facts = [
		`\`${sku.replaceAll('`', "'")}\``,
		sold === null ? '' : t(`card.method.${sold}`, { until }),
		price === null ? '' : formatMoney(price.current, price.currency, t.tag),
		isStock ? t(available ? 'card.stock.available' : 'card.stock.soldOut') : '',
		state === 'cancelled' ? t('drops.cancelled') : '',
		earlier === undefined || state === 'cancelled'
			? ''
			: t('drops.moved', { at: time(new Date(earlier), TimestampStyles.ShortDateTime) }),
	];
	const at = time(new Date(launchAt), TimestampStyles.ShortDateTime);
	const when =
		state === 'cancelled' ? `~~${at}~~` : `${at} (${time(new Date(launchAt), TimestampStyles.RelativeTime)})`;
	return `${when} ${name}\n${facts.filter(Boolean).join(' · ')}`;
}
