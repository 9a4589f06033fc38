import { type Coverage, coverageFacts, coverageGroups, type CoverageGroup } from '@dropwire/contract';
import { reasonText } from '../texts/serverTexts.ts';
import type { Translate } from '../texts/translate.ts';
import { relativeTime } from './links.ts';

type CoverageFacts = ReturnType<typeof coverageFacts>;

/** The most hosts or regions that one line names. */
const NAMED = 16;

/** What watches the topics that a server subscribes to: a line per brand and verdict, problems first. */
export function coverageTexts(t: Translate, { rows }: Pick<Coverage, 'rows'>): string[] {
	return coverageGroups(rows)
		.filter(({ verdict }) => verdict !== 'idle')
		.map((group) => `**${group.name}**: ${sentence(t, group)}`);
}

function sentence(t: Translate, { verdict, rows }: CoverageGroup): string {
	const facts = coverageFacts(rows);
	const places = (facts.hosts.length > 0 ? facts.hosts : facts.regions).slice(0, NAMED).join(', ');
	switch (verdict) {
		case 'blocked':
			return t('coverage.blocked', { places, ...problemTexts(t, facts.blocked) });
		case 'suspect':
			return t('coverage.suspect', { places, ...problemTexts(t, facts.suspect) });
		case 'sold_but_unwatched':
			return t('coverage.unwatched', { count: facts.active, places });
		case 'watched_but_unsold':
		case 'idle':
			return t('coverage.unsold', { places });
		case 'first_round':
		case 'late':
		case 'watched':
			return checkedText(t, verdict === 'late', rows, facts, places);
	}
}

function checkedText(
	t: Translate,
	isLate: boolean,
	rows: CoverageGroup['rows'],
	{ checks, skus: { min, max: count }, oldestCheckAt, roundMs }: CoverageFacts,
	places: string,
): string {
	const [monitor] = rows.flatMap(({ monitors }) => monitors).toSorted((a, b) => a.lastAt - b.lastAt);
	if (checks.length === 0 && monitor) {
		const when = relativeTime(monitor.lastAt);
		return isLate
			? t('coverage.silent', { monitor: monitor.name, since: when })
			: t('coverage.reported', { monitor: monitor.name, ago: when });
	}
	const skus = min === count ? t.number(count) : `${t.number(min)}–${t.number(count)}`;
	if (oldestCheckAt === null) return t('coverage.new', { count, skus, places });
	const [ago, round] = [relativeTime(oldestCheckAt), t.duration(roundMs)];
	return isLate
		? t('coverage.late', { ago, places, round })
		: t('coverage.watched', { count, skus, places, round, ago });
}

function problemTexts(t: Translate, { since, reason }: CoverageFacts['blocked']): { since: string; reason: string } {
	return {
		since: relativeTime(since ?? Date.now()),
		reason: reason ? reasonText(t, reason) : t('coverage.noReason'),
	};
}
