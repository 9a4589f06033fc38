import { type DigestTime, OTHER_STATES, showSize, type SubscriptionOptions, TOPIC_KINDS } from '@dropwire/contract';
import type { Translate } from '../texts/translate.ts';

/** A link's options in a few words, like the rows of the dashboard; empty without options. */
export function optionsText(t: Translate, options: SubscriptionOptions): string {
	const { mentions, quiet, thread, name, avatar } = options;
	const filters = filterLines(t, options).length;
	return [
		filters > 0 && t('short.filters', { count: filters }),
		mentions?.length && t('short.mentions', { count: mentions.length }),
		thread && t('id' in thread ? 'short.thread' : 'short.post'),
		(name ?? avatar) !== undefined && t('short.sender'),
		quiet && t('short.quiet', { hours: `${quiet.from}–${quiet.to}` }),
	]
		.filter(Boolean)
		.join(' · ');
}

/** Every option in full, one a line, in the order of the settings. Empty without options. */
export function optionLines(t: Translate, options: SubscriptionOptions): string[] {
	const { mentions, quiet, thread, reminders, digest, watchButton, name, avatar, paused } = options;
	return [
		paused && t('option.paused'),
		...filterLines(t, options),
		mentions?.length && t('option.mentions', { roles: mentions.join(', ') }),
		quiet && t('option.quiet', { hours: `${quiet.from}–${quiet.to}`, zone: quiet.zone }),
		thread && ('id' in thread ? t('option.thread', { thread: thread.id }) : t('option.post', { name: thread.name })),
		reminders && t('option.reminders', { minutes: reminders.join(', ') || '–' }),
		digest && t('option.digest', { time: digestTime(t, digest), zone: digest.zone }),
		watchButton === false && t('option.noWatchButton'),
		name !== undefined && t('option.name', { name }),
		avatar !== undefined && t('option.avatar', { url: avatar }),
	].filter((line): line is string => Boolean(line));
}

/** `Mon 18:00` */
function digestTime({ tag }: Translate, { weekday, hour }: DigestTime): string {
	// The first of January 2024 was a Monday.
	const moment = Date.UTC(2024, 0, weekday, hour);
	const format = { weekday: 'short', hour: 'numeric', minute: '2-digit', timeZone: 'UTC' } as const;
	return new Intl.DateTimeFormat(tag, format).format(moment);
}

/** One line per rule that can hold an event back, except the pause. */
function filterLines(t: Translate, options: SubscriptionOptions): string[] {
	const { kinds, include, exclude, sizes, states, minPrice, maxPrice, minDiscount } = options;
	const wanted = TOPIC_KINDS.filter((kind) => kinds?.includes(kind));
	const also = OTHER_STATES.filter((state) => states?.includes(state));
	return [
		wanted.length > 0 && t('option.kinds', { kinds: wanted.map((kind) => t(`kind.${kind}`)).join(', ') }),
		include?.length && t('option.include', { words: include.join(', ') }),
		exclude?.length && t('option.exclude', { words: exclude.join(', ') }),
		sizes?.length && t('option.sizes', { sizes: sizes.map(showSize).join(', ') }),
		also.length > 0 && t('option.states', { states: also.map((state) => t(`card.stock.${state}`)).join(', ') }),
		priceText(t, minPrice, maxPrice),
		minDiscount !== undefined && t('option.discount', { percent: minDiscount }),
	].filter((line): line is string => Boolean(line));
}

function priceText(t: Translate, least: number | undefined, most: number | undefined): string | null {
	if (least === undefined) return most === undefined ? null : t('option.priceTo', { most });
	return most === undefined ? t('option.priceFrom', { least }) : t('option.price', { least, most });
}
