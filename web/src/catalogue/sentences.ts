import { formatMoney } from '@dropwire/contract';
import { counted, day } from '../ui/format.ts';
import type { Statistics } from './history.ts';

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
/** Sizes that a sentence names. */
const MAX_SIZES = 3;

/**
 * What the statistics of one offer say, one sentence each; nothing for what there is too little history for. They state
 * figures, and judge no shop.
 * @param currency of the current price
 */
export function sentencesOf(statistics: Statistics, currency: string | null): string[] {
	const { verdict, discount, restocks, sellOut } = statistics;
	return [
		...(currency === null ? [] : lowestSentences(statistics, currency)),
		verdict && VERDICTS[verdict],
		discount && discountSentence(discount),
		restocks && restocks.count > 0 && restockSentence(restocks),
		sellOut && sellOut.length > 0 && sellOutSentence(sellOut),
	].filter((sentence) => typeof sentence === 'string');
}

const VERDICTS = {
	low: 'Today’s price is low: in the last 180 days it was higher most of the time.',
	typical: 'Today’s price is typical of the last 180 days.',
	high: 'Today’s price is high: in the last 180 days it was lower most of the time.',
} as const;

/** The longest time of those that have the same lowest price. */
function lowestSentences({ lowest30, lowest90, lowestEver }: Statistics, currency: string): string[] {
	const times = [
		['30 days', lowest30],
		['90 days', lowest90],
		['its whole history', lowestEver],
	] as const;
	return times.flatMap(([time, lowest], index) => {
		if (lowest === null || times[index + 1]?.[1]?.price === lowest.price) return [];
		return [`The lowest price of ${time} is ${formatMoney(lowest.price, currency)}, from ${day(lowest.at)} on.`];
	});
}

function discountSentence({ percent, claimedPercent, claimHolds }: NonNullable<Statistics['discount']>): string {
	const claim = `The shop states a reduction of ${claimedPercent} %`;
	if (percent === null) return `${claim}; there are no 30 days of prices before it to compare.`;
	const before = 'the lowest price of the 30 days before it';
	if (claimHolds) return `${claim}, and ${percent} % is what it is against ${before}.`;
	return percent < 0
		? `${claim}; against ${before}, the price rose by ${-percent} %.`
		: `${claim}; against ${before}, it is ${percent} %.`;
}

function restockSentence({ count, per30Days, usualWindow }: NonNullable<Statistics['restocks']>): string {
	const often = per30Days === null ? '' : `, ${per30Days} in 30 days`;
	const began = `${counted(count, 'restock')} in the last year${often}`;
	if (usualWindow === null) return `${began}.`;
	const { weekday, fromHour, toHour, zone, n } = usualWindow;
	const hours = `${WEEKDAYS[weekday - 1]} ${clock(fromHour)}–${clock(toHour)} (${zone.split('/').at(-1)?.replaceAll('_', ' ')})`;
	return `${began}. The usual time is ${hours}: ${n} times, where those within an hour count as one.`;
}

function sellOutSentence(sizes: NonNullable<Statistics['sellOut']>): string {
	const fastest = sizes.toSorted((a, b) => a.medianMinutes - b.medianMinutes).slice(0, MAX_SIZES);
	const texts = fastest.map(({ size, medianMinutes }) => `${size} ${minutesText(medianMinutes)}`);
	return `How long sizes stay at least after a restock (median): ${texts.join(', ')}.`;
}

/** `08:00`. */
function clock(hour: number): string {
	return `${String(hour % 24).padStart(2, '0')}:00`;
}

/** `14 min`, `3 h`, `2 days`. */
export function minutesText(minutes: number): string {
	if (minutes < 90) return `${Math.round(minutes)} min`;
	const hours = minutes / 60;
	return hours < 36 ? `${Math.round(hours)} h` : counted(Math.round(hours / 24), 'day');
}
