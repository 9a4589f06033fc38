import {
	escapeMarkdown,
	FILTER_RULES,
	type ProductWhy,
	type TopicKind,
	type WhyRow,
	type WhyVerdict,
} from '@dropwire/contract';
import { time, TimestampStyles } from 'discord.js';
import { reasonText } from '../texts/serverTexts.ts';
import type { Translate } from '../texts/translate.ts';

/** Characters that the steps of a reply have at most. */
const MAX_LENGTH = 3000;

/** The answer in a sentence, and its steps, each with its time in the reader's zone. */
export function whyLines(t: Translate, answer: ProductWhy, isWatch: boolean): string[] {
	const lines = answer.data.map((row) => `${timeText(row)}${sentence(t, row, isWatch)}`);
	let left = 0;
	while (lines.slice(left).join('\n').length > MAX_LENGTH) left++;
	return [
		`**${verdictText(t, answer, isWatch)}**`,
		[...(left > 0 ? [t('why.more', { count: left })] : []), ...lines.slice(left)].join('\n'),
	];
}

function timeText({ at, until }: WhyRow): string {
	if (at === null) return '';
	const shown = (ms: number) => time(Math.floor(ms / 1000), TimestampStyles.MediumTime);
	return until === null ? `${shown(at)} ` : `${shown(at)} – ${shown(until)} `;
}

/** As `whyVerdictText` of the contract. */
function verdictText(t: Translate, { data, verdict }: ProductWhy, isWatch: boolean): string {
	if (verdict) return sentence(t, verdict, isWatch);
	const last = (step: WhyRow['step']) => data.findLast((row) => row.step === step);
	const sent = last('sent');
	if (sent) return sentence(t, sent, isWatch);
	if (last('queued')) return t('why.waits');
	const event = last('event');
	return event ? sentence(t, event, isWatch) : t('why.unknown');
}

/** A step in the reader's language. Its particulars, like the reason of a shop, are mostly English. */
function sentence(t: Translate, row: WhyVerdict & Partial<Pick<WhyRow, 'count'>>, isWatch: boolean): string {
	const text = stepText(t, { count: 1, ...row }, isWatch);
	return row.detail === null ? text : `${text} (${escapeMarkdown(reasonText(t, row.detail))})`;
}

function stepText(t: Translate, row: WhyVerdict & Pick<WhyRow, 'count'>, isWatch: boolean): string {
	const { step, outcome, code, count } = row;
	switch (step) {
		case 'listed':
			if (outcome === 'no') return t(code === 'later' ? 'why.later' : 'why.notListed');
			return t(code === 'monitor' ? 'why.monitor' : 'why.listed');
		case 'polled':
			if (outcome === 'yes') return t('why.polled', { count });
			return outcome === 'late' ? t('why.late') : t(code === 'no_subscriber' ? 'why.no_subscriber' : 'why.no_check');
		case 'answer':
			return t(`why.${outcome as 'read' | 'gone' | 'blocked'}`);
		case 'compared':
			if (outcome === 'no change') return t('why.noChange');
			return t(`why.${code === null ? 'changed' : (code as Compared)}`);
		case 'event':
			return outcome === 'no longer kept' ? t('why.notKept') : t(`kind.${outcome as TopicKind}`);
		case 'topic':
			return t(outcome === 'yes' ? 'why.topic' : 'why.noTopic');
		case 'subscription': {
			if (outcome === 'yes') return t(isWatch ? 'why.watchMatched' : 'why.matched');
			if (outcome === 'none') return t(isWatch ? 'why.noWatch' : 'why.noSubscription');
			const rule = FILTER_RULES.find((one) => one === code);
			return rule ? t('why.heldBack', { rule: t(`rule.${rule}`) }) : t(`why.${(code ?? 'subscription') as Silent}`);
		}
		case 'queued':
			return t('why.queued');
		case 'sent':
			return t('why.sent', { count });
		case 'failed':
			return t(`why.${outcome as 'refused' | 'expired' | 'unreachable'}`);
	}
}

type Compared = 'first' | 'pause' | 'unconfirmed' | 'quiet_time' | 'grouped' | 'no_event';
type Silent = 'region' | 'subscription' | 'server' | 'muted' | 'snoozed' | 'webhook' | 'over_limit';
