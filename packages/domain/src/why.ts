import { EVENT_KINDS } from './eventKinds.ts';
import { FILTER_RULES } from './subscriptionOptions.ts';

/**
 * The steps from a product on a list to a message, in order, and what can come of each (contract: "Why"). For a personal
 * watch, `subscription` is the watch.
 */
export const WHY_STEPS = {
	listed: ['yes', 'no'],
	polled: ['yes', 'no', 'late'],
	answer: ['read', 'gone', 'blocked'],
	compared: ['changed', 'baseline', 'no change', 'held back'],
	event: [...EVENT_KINDS, 'no longer kept'],
	topic: ['yes', 'none'],
	subscription: ['yes', 'none', 'held back', 'paused', 'off'],
	queued: ['yes'],
	sent: ['yes'],
	failed: ['refused', 'expired', 'unreachable'],
} as const;
export type WhyStep = keyof typeof WHY_STEPS;
export type WhyOutcome<Step extends WhyStep = WhyStep> = (typeof WHY_STEPS)[Step][number];

/** A rule of a subscription or a watch, besides a pause, that can hold an event back. */
export const WHY_FILTERS = [...FILTER_RULES.filter((rule) => rule !== 'paused'), 'region'] as const;

/**
 * Why a step had its outcome, where the outcome alone does not say it. The sentences of the web and the command line are in
 * the contract's `whyText`, those of the bot in its texts.
 */
export const WHY_CODES = [
	// Of `listed`.
	'monitor',
	'later',
	// Of `polled`.
	'no_subscriber',
	'no_check',
	// Of `compared`: the check is the first one, or the first after a pause; what holds a change back; a change that is no event.
	'first',
	'pause',
	'unconfirmed',
	'quiet_time',
	'grouped',
	'no_event',
	// Of `subscription`: the rule that held the event back, or what was paused or off.
	...WHY_FILTERS,
	'subscription',
	'server',
	'muted',
	'snoozed',
	'webhook',
	'over_limit',
] as const;
export type WhyCode = (typeof WHY_CODES)[number];

/** Limits of an answer about what happened to a product. */
export const WHY_LIMITS = {
	/** How far before and after the moment the answer reaches, ms. */
	aroundMs: 10 * 60_000,
	/** How long ago the moment can be, ms. */
	backMs: 30 * 86_400_000,
	rows: 200,
} as const;
