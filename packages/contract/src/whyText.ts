import { counted, FILTER_RULE_NAMES, KINDS, type TopicKind, type WhyCode, type WhyStep } from '@dropwire/domain';
import type { ProductWhy, SubscriptionWhy, WhyRow, WhyVerdict } from './why.ts';

/** Whether an answer is about a product, and not about an event and a subscription. */
export function isProductWhy(answer: ProductWhy | SubscriptionWhy): answer is ProductWhy {
	return 'verdict' in answer;
}

/** The sentence of a step, for the web and the command line. @param watch whether the answer is about a personal watch */
export function whyText(row: WhyVerdict & Partial<Pick<WhyRow, 'count'>>, watch = false): string {
	return SENTENCES[row.step]({ count: 1, ...row }, watch);
}

/** The sentence at the head of an answer: the step that said no, or that the message was sent or waits. */
export function whyVerdictText({ data, verdict }: ProductWhy, watch = false): string {
	if (verdict) return whyText(verdict, watch);
	const last = (step: WhyStep) => data.findLast((row) => row.step === step);
	const sent = last('sent');
	if (sent) return whyText(sent, watch);
	if (last('queued')) return 'The message waits to be sent.';
	const event = last('event');
	return event ? whyText(event, watch) : 'Nothing is known about this time.';
}

type Line = WhyVerdict & Pick<WhyRow, 'count'>;

const after = (detail: string | null) => (detail === null ? '' : `: ${detail}`);

const SENTENCES: Readonly<Record<WhyStep, (line: Line, watch: boolean) => string>> = {
	listed({ outcome, code, detail }) {
		if (outcome === 'no') return code === 'later' ? CODES.later : 'The product is on no watch list.';
		if (code === 'monitor') return `${CODES.monitor}${after(detail)}.`;
		return detail === null ? 'The product is on a watch list.' : `The product is on ${detail}.`;
	},
	polled({ outcome, code, count, detail }) {
		if (outcome === 'yes') return `Checked ${counted(count, 'time')}${detail === null ? '' : `, ${detail}`}.`;
		if (outcome === 'late') return `Checked late${after(detail)}.`;
		return code === 'no_subscriber' ? `Not checked${after(detail)}.` : CODES.no_check;
	},
	answer({ outcome, detail }) {
		if (outcome === 'blocked') return `The shop could not be read${after(detail)}.`;
		return outcome === 'gone' ? 'The shop did not list the product.' : 'The shop answered.';
	},
	compared({ outcome, code }) {
		if (outcome === 'no change') return 'Nothing had changed.';
		if (code !== null) return CODES[code];
		return outcome === 'baseline'
			? CODES.first
			: outcome === 'held back'
				? CODES.unconfirmed
				: 'Something had changed.';
	},
	event({ outcome }) {
		if (outcome === 'no longer kept') return 'Events of this time are no longer kept.';
		return `${KINDS[outcome as TopicKind].headline}.`;
	},
	topic({ outcome, detail }) {
		return outcome === 'yes' ? `It belongs to the topic ${detail}.` : 'No topic gets this kind of event.';
	},
	subscription({ outcome, code, detail }, watch) {
		if (outcome === 'yes') return watch ? 'Your watch matched.' : 'A subscription matched.';
		if (outcome === 'none') return watch ? 'The watch did not exist yet.' : 'There was no subscription to the topic.';
		return code === null ? `${watch ? 'The watch' : 'The subscription'} was ${outcome}${after(detail)}.` : CODES[code];
	},
	queued: () => 'The message was queued.',
	sent: ({ count, detail }) => `Sent${count > 1 ? ` to ${counted(count, 'webhook')}` : ''}${after(detail)}.`,
	failed({ outcome, detail }) {
		if (outcome === 'expired') return 'The message waited for too long and was not sent.';
		return outcome === 'unreachable'
			? `The bot could not write to you${after(detail)}.`
			: `Discord refused the message${after(detail)}.`;
	},
};

const heldBy = (what: string) => `Held back by ${what}.`;

const CODES: Readonly<Record<WhyCode, string>> = {
	monitor: 'An external monitor reports the product',
	later: 'The product was put on a watch list later.',
	no_subscriber: 'Not checked: there is no subscription.',
	no_check: 'The product was not checked.',
	first: 'The first check, which later ones are compared with; it sends nothing.',
	pause: 'The first check after a pause of more than 24 hours, which sends nothing.',
	unconfirmed: 'The change waited for a second check to confirm it.',
	quiet_time: 'The change of stock waited: the one before was less than a minute ago.',
	grouped: 'The new product waited for others of its shop, to share a message with them.',
	no_event: 'Something had changed that sends no message.',
	kinds: heldBy(FILTER_RULE_NAMES.kinds),
	include: heldBy(FILTER_RULE_NAMES.include),
	exclude: heldBy(FILTER_RULE_NAMES.exclude),
	sizes: heldBy(FILTER_RULE_NAMES.sizes),
	price: heldBy(FILTER_RULE_NAMES.price),
	discount: heldBy(FILTER_RULE_NAMES.discount),
	region: heldBy('its regions'),
	subscription: 'The subscription was paused.',
	server: 'Sending to the server was paused.',
	muted: 'The watch was muted.',
	snoozed: 'The watch was snoozed.',
	webhook: 'The webhook was off.',
	over_limit: 'The watch was over the limit of how many you can have.',
};
