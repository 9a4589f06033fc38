import type { CallOutput, Contract } from '@dropwire/contract';
import { reasonText } from '../texts/serverTexts.ts';
import type { Translate } from '../texts/translate.ts';
import { relativeTime } from '../ui/links.ts';

type Undelivered = CallOutput<Contract['guildSettings']>['data']['undelivered'];

/** That the bot could not write to the server that links stopped working; empty if it could. */
export function undeliveredText(t: Translate, undelivered: Undelivered): string {
	if (undelivered === null) return '';
	return t('notices.undelivered', {
		when: relativeTime(undelivered.at),
		reason: undelivered.reason === null ? t('state.unknown') : reasonText(t, undelivered.reason),
		send: t('permission.SendMessages'),
		embed: t('permission.EmbedLinks'),
	});
}
