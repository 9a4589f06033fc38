import { expect, test } from 'vitest';
import type { SourceRow } from '../sources/readSources.ts';
import { keyOf, type Outage, outageChanges } from './outages.ts';

/** Nike in the US, where nothing is watched. */
const IDLE: SourceRow = {
	source: 'NIKE',
	region: 'US',
	host: null,
	watched: 0,
	neverChecked: 0,
	blocked: 0,
	roundMs: 100,
	oldestCheckAt: null,
	p95CheckAt: null,
	waitingSince: null,
	lastChangeAt: null,
	blockedSince: null,
	blockedReason: null,
	suspectSince: null,
	suspectReason: null,
	pace: null,
	polled: true,
	reportedAt: null,
};

/** What a check at a time found: `x` all of three products blocked, `1` one of them, `o` none, `-` nothing is watched. */
test.each([
	['for less than the time', '0x 200x 250o 600o', ''],
	['for the time', '0x 299x 300x 301x', 'due 300'],
	['at one of three products', '0:1 300:1 600:1', ''],
	['and answers for a moment', '0x 300x 400o 500x 900o 1199o 1200o', 'due 300, over 1200'],
	['and flaps before the time', '0x 200o 250x 500x 550x', 'due 550'],
	['across a restart', '0x 300x 400- 800- 900x 1000o 1300o', 'due 300, over 1300'],
	['and that nobody watches for a day', '0x 300x 400- 86400301- 86400400o 86401000o', 'due 300'],
])('a shop that cannot be read %s', (_, checks, expected) => {
	let stored: Outage[] = [];
	const news: string[] = [];
	for (const check of checks.split(' ')) {
		const now = Number.parseInt(check, 10);
		const state = check.at(-1) ?? '';
		const blocked = { x: 3, '1': 1 }[state] ?? 0;
		const row = { ...IDLE, watched: state === '-' ? 0 : 3, blocked, blockedReason: 'wall (403)' };
		const changes = outageChanges([row], stored, now, { afterMs: 300, steadyMs: 300 });
		if (changes.due.length > 0) news.push(`due ${now}`);
		if (changes.over.length > 0) news.push(`over ${now}`);
		const gone = [...changes.dropped, ...changes.over.flat()].map(keyOf);
		const updated = new Map(changes.changed.map((outage) => [keyOf(outage), outage]));
		const notified = new Set(changes.due.flat().map(keyOf));
		stored = [...stored, ...changes.began]
			.filter((outage) => !gone.includes(keyOf(outage)))
			.map((outage) => updated.get(keyOf(outage)) ?? outage)
			.map((outage) => (notified.has(keyOf(outage)) ? { ...outage, notifiedAt: now } : outage));
	}
	expect(news.join(', ')).toBe(expected);
});

test('regions of a shop that cannot be read since about the same time share a notice', () => {
	const rows = (['US', 'JP', 'GB', 'CA'] as const).map((region) => ({ ...IDLE, region, watched: 1, blocked: 1 }));
	const since = { US: 0, JP: 200, GB: 260, CA: 0 };
	const stored = rows.map(({ source, region }) => {
		return {
			source,
			region,
			host: '',
			since: since[region],
			reason: 'x',
			notifiedAt: region === 'CA' ? 1 : null,
			overSince: null,
		};
	});
	const { due } = outageChanges(rows, stored, 300, { afterMs: 300, steadyMs: 300 });
	expect(due.map((same) => same.map(({ region }) => region))).toEqual([['US', 'JP']]);
});
