import type { Grant } from '@dropwire/contract';
import { escapeMarkdown, time, TimestampStyles } from 'discord.js';
import type { Translate } from '../texts/translate.ts';

/** A person has one or two; servers that they manage can have more. */
const SHOWN = 10;

/** The plans of a person and of their servers that have not ended: what, until when, and from where. One line each. */
export function grantsText(t: Translate, grants: readonly Grant[]): string {
	const current = grants.filter(({ state }) => state !== 'ended').slice(0, SHOWN);
	return current.map((grant) => grantLine(t, grant)).join('\n') || t('grants.none');
}

function grantLine(t: Translate, grant: Grant): string {
	const { subject, subjectName, subjectId, planName, provider } = grant;
	const plan = `**${escapeMarkdown(planName ?? t('grants.access'))}**`;
	const server = escapeMarkdown(subjectName ?? subjectId);
	const what = subject === 'guild' ? t('grants.ofServer', { plan, server }) : plan;
	return `${what} · ${whenText(t, grant)} · ${t(`grants.${provider}`)}`;
}

function whenText(t: Translate, { state, startsAt, endsAt, provider }: Grant): string {
	const day = (at: number) => time(Math.floor(at / 1000), TimestampStyles.LongDate);
	if (state === 'scheduled') return t('grants.starts', { date: day(startsAt) });
	if (endsAt !== null) return t('grants.until', { date: day(endsAt) });
	// Discord names the end of a subscription only once it was cancelled, and that of a durable item never.
	return t(provider === 'discord' ? 'grants.renews' : 'grants.noEnd');
}
