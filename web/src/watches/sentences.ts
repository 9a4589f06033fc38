import {
	amountOf,
	formatMoney,
	KINDS,
	minorDigits,
	STATE_NAMES,
	type Watch,
	type WatchPlace,
} from '@dropwire/contract';
import { counted, dateTime } from '../ui/format.ts';

/** What a watch sends: its kinds, and what limits them. */
export function wishesOf({ kinds, regions, sizes, maxPrice, states }: Watch): string {
	return [
		kinds.map((kind) => KINDS[kind as keyof typeof KINDS].name).join(', '),
		regions === null ? 'all regions' : regions.join(', '),
		sizes === null ? 'all sizes' : `${sizes.length === 1 ? 'size' : 'sizes'} ${sizes.join(', ')}`,
		...(maxPrice === null ? [] : [`up to ${formatMoney(maxPrice.amount, maxPrice.currency)}`]),
		...(states.length === 0
			? []
			: [`also ${states.map((state) => STATE_NAMES[state as keyof typeof STATE_NAMES]).join(', ')}`]),
	].join(' · ');
}

/** Why a watch sends no notices now; null if it does. */
export function silenceOf({ overLimit, muted, snoozedUntil, polled }: Watch, limit: number): string | null {
	if (overLimit) return `Beyond your limit of ${counted(limit, 'watch', 'watches')}: it sends no notices.`;
	if (muted) return 'Muted: it sends no notices.';
	if (snoozedUntil !== null) return `Snoozed until ${dateTime(snoozedUntil)}.`;
	if (polled.length === 0) return NOBODY_CHECKS;
	return null;
}

const NOBODY_CHECKS =
	'It is not checked now. You get a notice if an external monitor reports a change, or once an operator puts it on a watch list.';

/** Where the notices of a person arrive. */
export function placeText({ guildId, servers }: Pick<WatchPlace, 'guildId' | 'servers'>): string {
	if (guildId === null) return 'as direct messages of the bot';
	const server = servers.find((one) => one.guildId === guildId);
	return server ? `in your private thread in ${server.name}` : 'in your private thread';
}

/**
 * A highest price as it was typed, in minor units; null for no price.
 * @returns undefined if the text is no amount of the currency
 */
export function maxPriceOf(typed: string, currency: string): Watch['maxPrice'] | undefined {
	if (typed.trim() === '') return null;
	const digits = minorDigits(currency);
	// In a currency with three decimals a point before three digits separates them, as `typedPrice` writes it.
	const read = digits === 3 && /^\d+\.\d{3}$/.test(typed.trim()) ? Number(typed) : amountOf(typed);
	const amount = read * 10 ** digits;
	// 19.99 × 100 is a little less than 1999.
	const whole = Math.round(amount);
	return Math.abs(amount - whole) < 1e-6 ? { amount: whole, currency } : undefined;
}

/** A highest price as it is typed: `120`, `99.90`. */
export function typedPrice(maxPrice: Watch['maxPrice']): string {
	if (maxPrice === null) return '';
	const digits = minorDigits(maxPrice.currency);
	const amount = maxPrice.amount / 10 ** digits;
	return Number.isInteger(amount) ? String(amount) : amount.toFixed(digits);
}
