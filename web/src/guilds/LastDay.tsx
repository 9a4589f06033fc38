import { grouped } from '../ui/format.ts';
import { lastDay, sumOf, useActivity } from './activity.ts';
import { HourBars } from './HourBars.tsx';

const hourOf = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** A server's messages of the last 24 hours by hour. Its place is kept while it loads. */
export function LastDay({ guildId }: { guildId: string }) {
	const hours = useActivity(guildId).data?.data.hours;
	const bars = lastDay(hours ?? [], Date.now()).map(({ at, ...counts }) => ({ name: hourOf.format(at), ...counts }));
	const { sent, failed } = sumOf(bars);
	const failures = failed > 0 ? `, ${grouped(failed)} failed` : '';
	return <HourBars caption={hours ? `Last 24 hours: ${grouped(sent)} sent${failures}` : '\u00A0'} bars={bars} />;
}
