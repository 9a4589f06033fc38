import type { Coverage, GuildStatistics, Pulse } from '@dropwire/contract';
import { channelsWithoutRights, rightsText } from '../discord/permissions.ts';
import { resumedText } from '../guilds/paused.ts';
import { undeliveredText } from '../notices/undeliveredText.ts';
import type { Translate } from '../texts/translate.ts';
import { COLORS } from '../ui/colors.ts';
import { coverageTexts } from '../ui/coverageText.ts';
import { dropEventsProblem } from '../ui/dropEventsText.ts';
import { relativeTime } from '../ui/links.ts';
import { reply } from '../ui/reply.ts';
import type { Command } from '../interactions/command.ts';
import { define } from '../interactions/define.ts';

/** Messages that wait longer than this are late, ms. */
const LATE_MS = 60_000;

/** `/status`: the server's links and messages, what is watched for it, and missing permissions; for operators also the service. */
export const status: Command = {
	data: define('status'),

	async run(bot, { user, guild }) {
		const { t } = bot;
		const guildId = guild.id;
		const server = bot.server.as(user.id);
		// First: the call that resumes a paused server is the one whose answer has the time of the pause.
		const { data: links, pausedAt } = await server.linkList({ guildId });
		const [{ data: pulse }, { data: coverage }, settings, { data: own, isOperator }] = await Promise.all([
			server.pulse(),
			server.guildCoverage({ guildId }),
			server.guildSettings({ guildId }),
			server.guildStatistics({ guildId }),
		]);
		const lacking = channelsWithoutRights(guild, new Set(links.flatMap(({ channelId }) => channelId ?? [])));
		const problem = problemOf(t, { pulse, coverage, own, lacks: lacking.length > 0, now: Date.now() });
		const notices = t('status.notices', { state: t(settings.data.sourceNotices ? 'status.on' : 'status.off') });
		const { dropEvents } = settings.data;
		const events = t('status.events', { state: t(dropEvents.on ? 'status.on' : 'status.off') });
		const covered = pulse.engines === 0 ? [] : coverageTexts(t, coverage);
		const sections = [
			pausedAt === null ? '' : resumedText(t, pausedAt),
			pulse.engines === 0 ? t('status.stoppedText') : lateText(t, pulse),
			section(
				t('status.server'),
				[...ownLines(t, own), notices, events, dropEventsProblem(t, dropEvents)].filter(Boolean),
			),
			undeliveredText(t, settings.data.undelivered),
			rightsText(t, lacking),
			section(t('status.watched'), covered),
			isOperator ? section(t('service.title'), serviceLines(t, pulse)) : '',
		];
		return reply(problem ?? t('status.ok'), sections.filter(Boolean).join('\n\n'), {
			color: problem === null ? COLORS.good : COLORS.bad,
		});
	},
};

interface State {
	pulse: Pulse;
	coverage: Coverage;
	own: GuildStatistics;
	/** Whether the bot lacks permissions in a channel with links. */
	lacks: boolean;
	now: number;
}

function problemOf(t: Translate, { pulse, coverage: { rows }, own, lacks, now }: State): string | null {
	const has = (verdict: Coverage['rows'][number]['verdict']) => rows.some((row) => row.verdict === verdict);
	if (pulse.engines === 0) return t('status.stopped');
	if (isLate(pulse, now)) return t('status.lateMessages');
	if (own.links.off + own.links.failing > 0) return t('status.linksFail');
	if (lacks) return t('status.rights');
	if (has('blocked')) return t('status.blocked');
	if (has('suspect')) return t('status.suspect');
	return has('late') ? t('status.lateChecks') : null;
}

function isLate({ oldestOpenAt }: Pulse, now: number): boolean {
	return oldestOpenAt !== null && now - oldestOpenAt > LATE_MS;
}

function lateText(t: Translate, pulse: Pulse): string {
	if (!isLate(pulse, Date.now())) return '';
	return t('status.lateText', { when: relativeTime(pulse.oldestOpenAt ?? 0) });
}

function section(title: string, lines: readonly string[]): string {
	return lines.length === 0 ? '' : [`**${title}**`, ...lines].join('\n');
}

function ownLines(t: Translate, own: GuildStatistics): string[] {
	const { links, day, week, isComplete, medianDelayMs, lastMessageAt } = own;
	if (links.all === 0) return [t('status.linksNone')];
	const counts = [
		t('status.links', { count: links.all }),
		links.off > 0 && t('status.linksOff', { count: links.off }),
		links.failing > 0 && t('status.linksFailing', { count: links.failing }),
		links.paused > 0 && t('status.linksPaused', { count: links.paused }),
	];
	const broken = links.off + links.failing > 0 ? ` · ${t('status.linksMore')}` : '';
	return [
		counts.filter(Boolean).join(' · ') + broken,
		t('status.day', day),
		t('status.week', { sent: `${t.number(week.sent)}${isComplete ? '' : '+'}`, failed: week.failed }),
		medianDelayMs === null ? '' : t('status.delay', { delay: t.duration(medianDelayMs) }),
		lastMessageAt === null ? t('status.lastNone') : t('status.last', { when: relativeTime(lastMessageAt) }),
	].filter(Boolean);
}

/** The figures of all servers. */
function serviceLines(t: Translate, pulse: Pulse): string[] {
	const { engines, lastEventAt, lastMessageAt, open, oldestOpenAt, lastHour, watched } = pulse;
	const when = (at: number | null) => (at === null ? t('service.never') : relativeTime(at));
	return [
		t('service.engines', { count: engines }),
		t('service.watching', { count: watched }),
		t('service.lastChange', { when: when(lastEventAt) }),
		t('service.lastMessage', { when: when(lastMessageAt) }),
		t('service.hour', lastHour),
		oldestOpenAt === null
			? t('service.queueEmpty')
			: t('service.queue', { count: open, when: relativeTime(oldestOpenAt) }),
	];
}
