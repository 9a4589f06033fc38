import { BROADCAST_LIST, type EventRow } from '@dropwire/db';
import { FILTER_RULES, type SubscriptionOptions, type WhyRule } from '@dropwire/domain';
import {
	decide,
	type EventFacts,
	explainRule,
	factsOf,
	isRestock,
	loadOptions,
	prepareFilter,
	restockTopicFor,
	storedEvent,
} from '@dropwire/engine';
import type { FoundSubscription } from './find.ts';

/** A rule that lets an event through to a subscription or holds it back. */
export interface Reason {
	rule: WhyRule;
	/** Null for a rule that was not reached, and for a delivery that is still open. */
	passed: boolean | null;
	detail: string;
}

/** Whether the event's topic is the subscription's, and the subscription existed. */
export function topicReason(row: FoundSubscription, event: EventRow): Reason {
	const goesTo = event.topic ? `${event.topic.toolsName} · ${event.topic.region}` : 'the broadcast list only';
	const passed = isOfSubscription(row, optionsOf(row), event);
	if (passed && row.createdAt > event.at) {
		return { rule: 'topic', passed: false, detail: 'The subscription was added after the event' };
	}
	return { rule: 'topic', passed, detail: `The event goes to ${goesTo}` };
}

/** Whether the event is one of the subscription's topic, or one that the options count as such. */
export function isOfSubscription(row: FoundSubscription, options: SubscriptionOptions, event: EventRow): boolean {
	return row.list === BROADCAST_LIST || row.topicId === event.topicId || isCounted(row.topic, options, event);
}

/** Whether subscriptions of a topic get restocks of the event's product, and the options count the event as one. */
export function isCounted(topic: FoundSubscription['topic'], options: SubscriptionOptions, row: EventRow): boolean {
	const event = storedEvent(row);
	const goesTo = restockTopicFor(event);
	if (goesTo === null || goesTo.toolsName !== topic?.toolsName || goesTo.region !== topic.region) return false;
	return isRestock(prepareFilter(options), factsOf(event));
}

/** @param guildPaused whether sending to the subscription's server is paused */
export function webhookReason({ webhook }: FoundSubscription, guildPaused: boolean): Reason {
	if (guildPaused) return { rule: 'webhook', passed: false, detail: 'Sending to this server is paused' };
	if (webhook.active) return { rule: 'webhook', passed: true, detail: 'The webhook is on' };
	return { rule: 'webhook', passed: false, detail: `The webhook is off: ${webhook.offReason}` };
}

/** The rules of the subscription's options, judged by the function that matching uses. */
export function filterReasons(row: FoundSubscription, facts: EventFacts): Reason[] {
	const options = optionsOf(row);
	const first = decide(prepareFilter(options), facts);
	return FILTER_RULES.map((rule) => ({ rule, passed: rule !== first, detail: explainRule(rule, options, facts) }));
}

function optionsOf(row: FoundSubscription): SubscriptionOptions {
	return loadOptions(row, row.webhook);
}

/** What every rule lets through, and nothing was queued for. */
export const NOTHING_QUEUED: Reason = {
	rule: 'delivery',
	passed: false,
	detail: 'Nothing was queued: the subscription or its options were different',
};
