import {
	coverageGroups,
	coverageLines,
	type CoverageRow,
	coverageSource,
	type CoverageVerdict,
	durationText,
	EVIDENCE_NAMES,
	isCoverageProblem,
	oldestCheckOf,
	skusOf,
	summaryText,
	VERDICT_NAMES,
} from '@dropwire/contract';
import type { Work } from '../command.ts';
import { openApi } from '../server/client.ts';
import { onOut } from '../terminal/colours.ts';
import { note, safe, writeJson, writeLine } from '../terminal/output.ts';
import { writeTable } from '../terminal/table.ts';
import { dateTime } from '../terminal/time.ts';

interface Options {
	brand?: string;
	state?: CoverageVerdict;
	all?: true;
}

export const run: Work<Options> = async ({ options: { brand, state, all }, globals }) => {
	const { data } = await openApi(globals).coverage();
	const own = data.rows.filter((row) => brand === undefined || row.brand === brand);
	const rows = own.filter(({ verdict }) => (state ? verdict === state : all || verdict !== 'idle'));
	if (globals.json) return writeJson({ ...data, rows });
	const { bold, red } = onOut();
	await writeLine(bold(summaryText(own)));
	if (data.engines === 0) await writeLine(red('No engine is running, so nothing is checked.'));
	if (rows.length === 0) note('No rows match.');
	else await writeRows(rows);
	const words = { now: Date.now(), at: dateTime };
	for (const group of coverageGroups(rows).filter(({ verdict }) => isCoverageProblem(verdict))) {
		for (const { text } of coverageLines({ engines: 1, rows: group.rows }, words)) {
			await writeLine(`${red(safe(group.name))}: ${safe(text)}`);
		}
	}
};

async function writeRows(rows: readonly CoverageRow[]): Promise<void> {
	const now = Date.now();
	const paints = { watched: 'green', idle: 'dim', watched_but_unsold: 'yellow' } as const;
	await writeTable<CoverageRow>(
		[
			{ title: 'BRAND', of: coverageSource, shrinks: true },
			{ title: 'CATEGORY', of: ({ category }) => category, drops: 6 },
			{ title: 'REGION', of: ({ region }) => region },
			{
				title: 'STATE',
				of: ({ verdict }) => VERDICT_NAMES[verdict],
				shrinks: true,
				paint: ({ verdict }) => (verdict in paints ? paints[verdict as keyof typeof paints] : 'red'),
			},
			{ title: 'SKUS', of: (row) => String(skusOf(row)), right: true, drops: 5 },
			{
				title: 'ROUND',
				of: ({ checks }) => ageText(Math.max(0, ...checks.map(({ roundMs }) => roundMs))),
				right: true,
				drops: 2,
			},
			{ title: 'OLDEST CHECK', of: (row) => ageText(now - (oldestCheckOf(row) ?? now)), right: true, drops: 4 },
			{ title: 'SUBSCRIPTIONS', of: ({ subscriptions }) => subscriptionsText(subscriptions), right: true, drops: 3 },
			{
				title: 'STOCK',
				of: ({ sources }) => (sources[0] ? EVIDENCE_NAMES[sources[0].evidence] : 'no source'),
				drops: 1,
			},
		],
		rows,
	);
}

function ageText(ms: number): string {
	return ms > 0 ? durationText(ms) : '–';
}

function subscriptionsText({ active, off }: CoverageRow['subscriptions']): string {
	return off > 0 ? `${active} (${off} off)` : String(active);
}
