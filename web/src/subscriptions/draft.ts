import {
	amountOf,
	type DigestTime,
	TOPIC_KINDS,
	type TopicKind,
	OTHER_STATES,
	type OtherState,
	type QuietHours,
	type SubscriptionOptions,
} from '@dropwire/contract';

/** Where messages go: the webhook's channel, an existing thread, or a post per product in a forum. */
export type Target = 'channel' | 'thread' | 'forum';

/** A subscription's options as the fields of a form hold them. An empty field is an option that is not set. */
export interface Draft {
	paused: boolean;
	/** All kinds if the subscription does not limit them. */
	kinds: readonly TopicKind[];
	include: readonly string[];
	exclude: readonly string[];
	sizes: readonly string[];
	/** The states besides in stock that count as available. */
	states: readonly OtherState[];
	/** A number as typed, or '' (contract: the currency's main unit; percent). */
	minPrice: number | string;
	maxPrice: number | string;
	minDiscount: number | string;
	mentions: readonly string[];
	quiet: QuietHours | null;
	target: Target;
	threadId: string;
	/** The pattern of the names of a forum's posts. */
	postName: string;
	/** The ids of the forum's tags, which the bot chooses. */
	tags: readonly string[];
	/** Minutes before a launch; null for the usual ones. */
	reminders: readonly number[] | null;
	digest: DigestTime | null;
	watchButton: boolean;
	name: string;
	avatar: string;
}

/** The fields with the options of a subscription. */
export function draftOf(options: SubscriptionOptions): Draft {
	const { thread } = options;
	const target = thread && ('id' in thread ? 'thread' : 'forum');
	return {
		paused: options.paused ?? false,
		kinds: options.kinds?.length ? TOPIC_KINDS.filter((kind) => options.kinds?.includes(kind)) : TOPIC_KINDS,
		include: options.include ?? [],
		exclude: options.exclude ?? [],
		sizes: options.sizes ?? [],
		states: OTHER_STATES.filter((state) => options.states?.includes(state)),
		minPrice: options.minPrice ?? '',
		maxPrice: options.maxPrice ?? '',
		minDiscount: options.minDiscount ?? '',
		mentions: options.mentions ?? [],
		quiet: options.quiet ?? null,
		target: target ?? 'channel',
		threadId: thread && 'id' in thread ? thread.id : '',
		postName: thread && 'name' in thread ? thread.name : '{title}',
		tags: (thread && 'name' in thread && thread.tags) || [],
		reminders: options.reminders ?? null,
		digest: options.digest ?? null,
		watchButton: options.watchButton ?? true,
		name: options.name ?? '',
		avatar: options.avatar ?? '',
	};
}

/** The options that the fields describe, without those that are not set. Invalid values remain, so the server names them. */
export function optionsOf(draft: Draft): SubscriptionOptions {
	const { paused, kinds, quiet, target, threadId, postName, tags } = draft;
	const [minPrice, maxPrice, minDiscount] = [draft.minPrice, draft.maxPrice, draft.minDiscount].map(numberOf);
	const [name, avatar] = [draft.name.trim(), draft.avatar.trim()];
	return {
		...(draft.mentions.length > 0 && { mentions: [...draft.mentions] }),
		...(draft.include.length > 0 && { include: [...draft.include] }),
		...(draft.exclude.length > 0 && { exclude: [...draft.exclude] }),
		...(draft.sizes.length > 0 && { sizes: [...draft.sizes] }),
		...(draft.states.length > 0 && { states: OTHER_STATES.filter((state) => draft.states.includes(state)) }),
		...(kinds.length < TOPIC_KINDS.length && { kinds: TOPIC_KINDS.filter((kind) => kinds.includes(kind)) }),
		...(minPrice !== undefined && { minPrice }),
		...(maxPrice !== undefined && { maxPrice }),
		...(minDiscount !== undefined && { minDiscount }),
		...(paused && { paused }),
		...(quiet && { quiet }),
		...(target === 'thread' && { thread: { id: threadId.trim() } }),
		...(target === 'forum' && { thread: { name: postName.trim(), ...(tags.length > 0 && { tags: [...tags] }) } }),
		...(draft.reminders && { reminders: [...draft.reminders] }),
		...(draft.digest && { digest: draft.digest }),
		...(!draft.watchButton && { watchButton: false }),
		...(name && { name }),
		...(avatar && { avatar }),
	};
}

/**
 * What of the draft a trial needs: the filters. The pause is left out, since a trial shows what the filters do, and so
 * is a thread that is still empty.
 */
export function trialOptions(draft: Draft): SubscriptionOptions {
	const { thread, paused: _, ...options } = optionsOf(draft);
	const complete = thread !== undefined && ('id' in thread ? thread.id : thread.name) !== '';
	return { ...options, ...(complete && { thread }) };
}

/** Whether two sets of options are the same, whatever the order of their fields. */
export function sameOptions(one: SubscriptionOptions, other: SubscriptionOptions): boolean {
	const text = (options: SubscriptionOptions) => JSON.stringify(optionsOf(draftOf(options)));
	return text(one) === text(other);
}

/** The edits made since `before`, applied to what somebody else saved since: each field is the user's if they changed it. */
export function rebase(draft: Draft, before: SubscriptionOptions, after: SubscriptionOptions): Draft {
	const [base, theirs] = [draftOf(before), draftOf(after)];
	const edited = Object.entries(draft).filter(
		([field, value]) => JSON.stringify(value) !== JSON.stringify(base[field as keyof Draft]),
	);
	return { ...theirs, ...(Object.fromEntries(edited) as Partial<Draft>) };
}

/** The number in a field; undefined if the field is empty, NaN if it has no number. */
export function numberOf(typed: number | string): number | undefined {
	if (typeof typed === 'number') return typed;
	return typed.trim() === '' ? undefined : amountOf(typed);
}
