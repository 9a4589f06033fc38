import type { DropEvents } from '@dropwire/contract';
import { reasonText } from '../texts/serverTexts.ts';
import type { Translate } from '../texts/translate.ts';

/** Whether the bot keeps Discord's scheduled events of a server, and why some or all are missing. */
export function dropEventsText(t: Translate, setting: DropEvents): string {
	const { on, region, events: count, reason } = setting;
	const problem = dropEventsProblem(t, setting);
	if (on)
		return [
			region === null ? t('events.topics', { count }) : t('events.region', { count, region: t.region(region) }),
			problem,
		]
			.filter(Boolean)
			.join('\n');
	if (reason !== null) return t('events.stopped', { reason: problem });
	return count > 0 ? t('events.deleting', { count }) : t('events.off', { on: t('status.on') });
}

/** Why a server's events are off, or why some releases have none; empty without a problem. */
export function dropEventsProblem(t: Translate, { reason }: DropEvents): string {
	return reason === null ? '' : reasonText(t, reason);
}
