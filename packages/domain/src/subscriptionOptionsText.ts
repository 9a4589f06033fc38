import { counted } from './counted.ts';
import { longDurationText } from './durations.ts';
import { TOPIC_KINDS, KINDS } from './eventKinds.ts';
import { showSize } from './sizes.ts';
import { OTHER_STATES, STATE_NAMES } from './stockStates.ts';
import type { FilterRule, SubscriptionOptions } from './subscriptionOptions.ts';

/** What held an event back, for a sentence like `held back by the price`. */
export const FILTER_RULE_NAMES: Readonly<Record<FilterRule, string>> = {
	paused: 'the pause',
	kinds: 'the kind of event',
	include: 'the required words',
	exclude: 'the excluded words',
	sizes: 'the sizes',
	price: 'the price',
	discount: 'the discount',
};

/**
 * A subscription's options in a few words, for a row of a list: `2 filters · mentions 1 role · quiet 22:00–08:00 ·
 * paused`.
 * @returns '' without options
 */
export function optionsText(options: SubscriptionOptions): string {
	const { mentions, quiet, thread, reminders, digest, watchButton, name, avatar, paused } = options;
	const filters = filterLines(options).length;
	return [
		filters > 0 && counted(filters, 'filter'),
		mentions?.length && `mentions ${counted(mentions.length, 'role')}`,
		thread && ('id' in thread ? 'in a thread' : 'a post per product'),
		reminders && (reminders.length === 0 ? 'no reminders' : counted(reminders.length, 'reminder')),
		digest && 'weekly digest',
		watchButton === false && 'no Watch button',
		(name ?? avatar) !== undefined && 'own sender',
		quiet && `quiet ${quiet.from}–${quiet.to}`,
		paused && 'paused',
	]
		.filter(Boolean)
		.join(' · ');
}

/** Every option in full, one `Name: value` a line, in the order of the settings. Empty without options. */
export function optionLines(options: SubscriptionOptions): string[] {
	const { mentions, quiet, thread, reminders, digest, watchButton, name, avatar, paused } = options;
	return [
		paused && 'Paused: nothing is sent',
		...filterLines(options),
		mentions?.length && `Mentioned roles: ${mentions.join(', ')}`,
		quiet && `Quiet hours: ${quiet.from}–${quiet.to} (${quiet.zone})`,
		thread && ('id' in thread ? `Thread: ${thread.id}` : `Forum post: ${thread.name}`),
		reminders && `Reminders: ${reminders.map((minutes) => reminderText(minutes)).join(', ') || 'none'}`,
		digest && `Weekly digest: ${WEEKDAYS[digest.weekday - 1]} ${digest.hour}:00 (${digest.zone})`,
		watchButton === false && 'Watch button: none',
		name !== undefined && `Sender name: ${name}`,
		avatar !== undefined && `Sender picture: ${avatar}`,
	].filter((line): line is string => Boolean(line));
}

export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** `1 d before`, `15 min before` */
export function reminderText(minutes: number): string {
	const days = minutes / 1440;
	return `${Number.isInteger(days) ? `${days} d` : longDurationText(minutes * 60_000)} before`;
}

/** One line per rule that can hold an event back, except the pause. */
function filterLines(options: SubscriptionOptions): string[] {
	const { kinds, include, exclude, sizes, states, minPrice, maxPrice, minDiscount } = options;
	const wanted = TOPIC_KINDS.filter((kind) => kinds?.includes(kind));
	const also = OTHER_STATES.filter((state) => states?.includes(state));
	return [
		wanted.length > 0 && `Kinds: ${wanted.map((kind) => KINDS[kind].name).join(', ')}`,
		include?.length && `Required words: ${include.join(', ')}`,
		exclude?.length && `Excluded words: ${exclude.join(', ')}`,
		sizes?.length && `Sizes: ${sizes.map(showSize).join(', ')}`,
		also.length > 0 && `Also counts as available: ${also.map((state) => STATE_NAMES[state]).join(', ')}`,
		priceText(minPrice, maxPrice),
		minDiscount !== undefined && `Discount: at least ${minDiscount}%`,
	].filter((line): line is string => Boolean(line));
}

function priceText(min: number | undefined, max: number | undefined): string | null {
	if (min === undefined) return max === undefined ? null : `Price: at most ${max}`;
	return max === undefined ? `Price: at least ${min}` : `Price: ${min} to ${max}`;
}
