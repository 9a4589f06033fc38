import { escapeMarkdown, formatMoney, type ProductStatistics, type Region } from '@dropwire/contract';
import { time, TimestampStyles } from 'discord.js';
import type { Translate } from '../texts/translate.ts';

/** What the history of a product says in one region. */
export interface ProductHistory {
	region: Region;
	statistics: ProductStatistics;
	/** Of the current price. */
	currency: string | null;
	/** Whether its plot is shown below. */
	hasPicture: boolean;
}

/** Sizes that a line names. */
const MAX_SIZES = 3;
const MINUTE_MS = 60_000;
/** 1970-01-05, a Monday. */
const MONDAY = 4 * 24 * 60 * MINUTE_MS;

/** The statistics in words, one line each; nothing for what there is too little history for. They judge no shop. */
export function statisticsLines(t: Translate, { statistics, currency }: ProductHistory): string[] {
	const { verdict, discount, restocks, sellOut } = statistics;
	return [
		...(currency === null ? [] : lowestLines(t, statistics, currency)),
		verdict ? t(`stats.${verdict}`) : '',
		discount ? discountLine(t, discount) : '',
		...(restocks && restocks.count > 0 ? restockLines(t, restocks) : []),
		sellOut && sellOut.length > 0 ? sellOutLine(t, sellOut) : '',
	].filter(Boolean);
}

/** The longest time of those that have the same lowest price. */
function lowestLines(t: Translate, { lowest30, lowest90, lowestEver }: ProductStatistics, currency: string): string[] {
	const lowest = { lowest30, lowest90, lowestEver };
	const names = ['lowest30', 'lowest90', 'lowestEver'] as const;
	return names.flatMap((name, index) => {
		const one = lowest[name];
		const longer = names[index + 1];
		if (one === null || (longer && lowest[longer]?.price === one.price)) return [];
		const price = formatMoney(one.price, currency, t.tag);
		return [t(`stats.${name}`, { price, at: time(new Date(one.at), TimestampStyles.LongDate) })];
	});
}

function discountLine(t: Translate, discount: NonNullable<ProductStatistics['discount']>): string {
	const { percent, claimedPercent: claimed } = discount;
	if (percent === null) return t('stats.claimUnknown', { claimed });
	return percent < 0 ? t('stats.claimRose', { claimed, percent: -percent }) : t('stats.claim', { claimed, percent });
}

function restockLines(t: Translate, restocks: NonNullable<ProductStatistics['restocks']>): string[] {
	const { count, per30Days: often, usualWindow: usual } = restocks;
	const line = often === null ? t('stats.restocks', { count }) : t('stats.restocksOften', { count, often });
	if (usual === null) return [line];
	const { fromHour, toHour, n } = usual;
	const weekday = new Intl.DateTimeFormat(t.tag, { weekday: 'long', timeZone: 'UTC' }).format(
		MONDAY + (usual.weekday - 1) * 24 * 60 * MINUTE_MS,
	);
	return [
		line,
		t('stats.window', { weekday, from: clock(fromHour), to: clock(toHour), zone: zoneName(t, usual.zone), n }),
	];
}

function sellOutLine(t: Translate, sizes: NonNullable<ProductStatistics['sellOut']>): string {
	const fastest = sizes.toSorted((a, b) => a.medianMinutes - b.medianMinutes).slice(0, MAX_SIZES);
	const texts = fastest.map(
		({ size, medianMinutes }) => `${escapeMarkdown(size)} ${t.duration(medianMinutes * MINUTE_MS)}`,
	);
	return t('stats.sellOut', { sizes: texts.join(', ') });
}

/** `08:00`. */
function clock(hour: number): string {
	return `${String(hour % 24).padStart(2, '0')}:00`;
}

/** `Eastern Time`. */
export function zoneName(t: Translate, timeZone: string): string {
	const parts = new Intl.DateTimeFormat(t.tag, { timeZone, timeZoneName: 'longGeneric' }).formatToParts(0);
	return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}
