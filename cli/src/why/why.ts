import { type ProductWhy, whyText, type WhyRow, whyVerdictText } from '@dropwire/contract';
import { given, type Work } from '../command.ts';
import { usage } from '../failure.ts';
import { openApi } from '../server/client.ts';
import { safe, writeJson, writeLine } from '../terminal/output.ts';
import { writeTable } from '../terminal/table.ts';
import { dateTime } from '../terminal/time.ts';

interface Options {
	brand: string;
	region: string;
	at?: string;
	guild?: string;
	watch?: string;
}

export const run: Work<Options, [string]> = async ({ args: [sku], options, globals }) => {
	const { brand, region, guild: guildId, watch: watchId } = options;
	const at = options.at === undefined ? undefined : momentOf(options.at, new Date());
	const asked = { brand, sku, region, ...given({ at, guildId, watchId }) };
	const answer = (await openApi(globals).why(asked)) as ProductWhy;
	if (globals.json) return writeJson(answer);
	const isWatch = watchId !== undefined;
	await writeLine(safe(whyVerdictText(answer, isWatch)));
	return writeTable<WhyRow>(
		[
			{ title: 'FROM', of: ({ at: from }) => (from === null ? '' : dateTime(from)) },
			{ title: 'UNTIL', of: ({ until }) => (until === null ? '' : dateTime(until)), drops: 1 },
			{ title: 'STEP', of: ({ step }) => step },
			{ title: 'OUTCOME', of: ({ outcome }) => outcome },
			{ title: 'WHAT', of: (row) => safe(whyText(row, isWatch)), shrinks: true },
		],
		answer.data,
	);
};

const MINUTE_MS = 60_000;

/** The moment that a text names, epoch ms: minutes ago, `HH:MM` of today in the terminal's zone, or an ISO time. */
function momentOf(text: string, now: Date): number {
	if (/^\d{1,5}$/.test(text)) return now.getTime() - Number(text) * MINUTE_MS;
	const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
	if (hours !== undefined) return new Date(now).setHours(Number(hours), Number(minutes), 0, 0);
	const at = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
	if (Number.isNaN(at)) {
		throw usage(
			`--at ${text} is no moment. Give minutes ago (20), HH:MM of today, or a time like 2026-04-30T14:00:00Z.`,
		);
	}
	return at;
}
