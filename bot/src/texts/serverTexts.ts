import type { Translate } from './translate.ts';

/**
 * The server's sentences that users of the bot meet often, and how they are said in the user's language. They arrive in
 * English; any other sentence is shown as it is.
 */
const KNOWN: readonly [pattern: RegExp, text: (t: Translate, parts: readonly string[]) => string][] = [
	[
		/^Your account is not on the access list\. Ask an operator to add you\.(.*)$/,
		(t, [contact = '']) => t('server.notListed') + contact,
	],
	[
		/^This is for premium clients\. Ask an operator for the role premium\.(.*)$/,
		(t, [contact = '']) => t('server.premium') + contact,
	],
	[/^This requires an operator account\.$/, (t) => t('server.operators')],
	[
		/^This channel already gets (.+) \((\w+)\)\.$/,
		(t, [topic = '', region = '']) => t('server.already', { topic, region }),
	],
	[/^This server has no such link\.$/, (t) => t('server.noLink')],
	[/^This link is off: (.+?)\.?$/, (t, [reason = '']) => t('server.isOff', { reason: reasonText(t, reason) })],
	[/^These options are at version \d+, and you have edited version \d+\..*$/, (t) => t('server.changed')],
	[/^The bot was removed from this server; .*$/, (t) => t('server.botLeft')],
	[/^The Discord channel was deleted$/, (t) => t('server.channelGone')],
	[/^The webhook was deleted in Discord$/, (t) => t('server.webhookGone')],
	[/^Discord answered 404: Unknown Webhook.*$/, (t) => t('server.webhookGone')],
	[/^No shop answered in any region\..*$/, (t) => t('server.noShop')],
	[/^No shop answered in (.+?)\. .*$/, (t, [where = '']) => t('server.noShopIn', { where })],
	[
		/^You already watch (\S+) (.+)\.$/,
		(t, [brand = '', sku = '']) => t('watch.exists', { product: `${brand} ${sku}` }),
	],
	[/^You can have (\d+) watch(?:es)?\. .*$/, (t, [count]) => t('watch.limit', { count: Number(count) })],
	[/^Members can have 0 watches here: .*$/, (t) => t('watch.noneAllowed')],
	[/^Discord does not let the bot write to you\. .*$/, (t) => t('watch.noDirect')],
	[/^.+: notices are direct messages until it works again$/, (t) => t('watch.noThread')],
	[
		/^The bot needs Create Events: .*$/,
		(t) => t('events.lacks', { events: t('permission.CreateEvents'), on: t('status.on') }),
	],
	[/^This server has 100 scheduled events, .*: (\d+) .*$/, (t, [count]) => t('events.full', { count: Number(count) })],
	[/^This server has no release topic, .*$/, (t) => t('events.noTopic')],
	[/^(\S+) does not exist\.$/, (t, [what = '']) => t('server.unknown', { what })],
];

/** An error or reason of the server in the user's language; in English if it has no translation. */
export function reasonText(t: Translate, reason: string): string {
	if (t.language === 'en') return reason;
	for (const [pattern, text] of KNOWN) {
		const [found, ...parts] = pattern.exec(reason) ?? [];
		if (found !== undefined) return text(t, parts);
	}
	return reason;
}

/** The outcome of a delivery in words. */
export function statusText(t: Translate, status: string): string {
	switch (status) {
		case 'pending':
		case 'retrying':
		case 'expired':
		case 'failed':
			return t(`status.${status}`);
		default:
			return status;
	}
}
