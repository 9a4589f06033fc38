import { type Coverage, type CoverageCheck, coverageGroups, type CoverageGroup } from '@dropwire/contract';
import { reasonText } from '../texts/serverTexts.ts';
import type { Translate } from '../texts/translate.ts';
import { relativeTime } from './links.ts';

/** The most hosts or regions that one line names. */
const NAMED = 16;

/** What watches the topics that a server subscribes to: a line per brand and verdict, problems first. */
export function coverageTexts(t: Translate, { rows }: Pick<Coverage, 'rows'>): string[] {
	return coverageGroups(rows)
		.filter(({ verdict }) => verdict !== 'idle')
		.map((group) => `**${group.name}**: ${sentence(t, group)}`);
}

function sentence(t: Translate, { verdict, rows }: CoverageGroup): string {
	const checks = rows.flatMap((row) => row.checks);
	const places = placesOf(checks) || [...new Set(rows.map(({ region }) => region))].slice(0, NAMED).join(', ');
	switch (verdict) {
		case 'blocked':
			return t('coverage.blocked', {
				places,
				...since(
					t,
					checks,
					({ blockedSince }) => blockedSince,
					({ blockedReason }) => blockedReason,
				),
			});
		case 'suspect':
			return t('coverage.suspect', {
				places,
				...since(
					t,
					checks,
					({ suspectSince }) => suspectSince,
					({ suspectReason }) => suspectReason,
				),
			});
		case 'sold_but_unwatched': {
			const count = rows.reduce((sum, { subscriptions }) => sum + subscriptions.active, 0);
			return t('coverage.unwatched', { count, places });
		}
		case 'watched_but_unsold':
		case 'idle':
			return t('coverage.unsold', { places });
		case 'first_round':
		case 'late':
		case 'watched':
			return checkedText(t, verdict, rows, checks, places);
	}
}

function checkedText(
	t: Translate,
	verdict: 'first_round' | 'late' | 'watched',
	rows: CoverageGroup['rows'],
	checks: readonly CoverageCheck[],
	places: string,
): string {
	const oldest = checks.flatMap(({ oldestCheckAt }) => oldestCheckAt ?? []);
	const [monitor] = rows.flatMap(({ monitors }) => monitors).toSorted((a, b) => a.lastAt - b.lastAt);
	if (checks.length === 0 && monitor) {
		const when = relativeTime(monitor.lastAt);
		return verdict === 'late'
			? t('coverage.silent', { monitor: monitor.name, since: when })
			: t('coverage.reported', { monitor: monitor.name, ago: when });
	}
	const numbers = rows.map((row) =>
		row.checks.length > 0 ? sum(row.checks.map(({ watched }) => watched)) : sum(row.lists.map(({ skus }) => skus)),
	);
	const [min, count] = [Math.min(...numbers), Math.max(...numbers)];
	const skus = min === count ? t.number(count) : `${t.number(min)}–${t.number(count)}`;
	if (oldest.length === 0) return t('coverage.new', { count, skus, places });
	const ago = relativeTime(Math.min(...oldest));
	const round = t.duration(Math.max(...checks.map(({ roundMs }) => roundMs)));
	return verdict === 'late'
		? t('coverage.late', { ago, places, round })
		: t('coverage.watched', { count, skus, places, round, ago });
}

/** The earliest of these moments, and the reason given for it. */
function since(
	t: Translate,
	checks: readonly CoverageCheck[],
	at: (check: CoverageCheck) => number | null,
	why: (check: CoverageCheck) => string | null,
): { since: string; reason: string } {
	const [first] = checks.filter((check) => at(check) !== null).toSorted((a, b) => (at(a) ?? 0) - (at(b) ?? 0));
	const reason = first && why(first);
	return {
		since: relativeTime((first && at(first)) ?? Date.now()),
		reason: reason ? reasonText(t, reason) : t('coverage.noReason'),
	};
}

/** The hosts of checks; empty for sources that are one shop. */
function placesOf(checks: readonly CoverageCheck[]): string {
	return [...new Set(checks.flatMap(({ host }) => host ?? []))].slice(0, NAMED).join(', ');
}

function sum(values: readonly number[]): number {
	return values.reduce((total, value) => total + value, 0);
}
