import { composeEvent } from '@dropwire/engine';
import { type Aim, aimTable, table } from '../report/markdown.ts';
import { median, spread } from '../report/statistics.ts';
import { anEvent, type BenchOptions } from '../setup.ts';
import { startLeanTarget } from '../target/leanTarget.ts';
import { CONCURRENCY, CONTENDERS } from './contender.ts';
import { enter } from './entrants.ts';
import { type Result, runRounds, WARM_UP } from './rounds.ts';

const ROUNDS = 5;
/** The numbers of webhooks, and until when the first message arrives, ms. */
const SIZES: readonly (readonly [webhooks: number, firstMs: number])[] = [
	[2000, 60],
	[10_000, 100],
	[100_000, 100],
];

/** Sends one event to many webhooks, with Dropwire and with other senders. @returns lines of Markdown */
export async function fanout({ quick }: BenchOptions): Promise<string[]> {
	const body = JSON.stringify(composeEvent(anEvent()));
	const rounds = quick ? 2 : ROUNDS;
	const aims: Aim[] = [];
	const tables: string[] = [];
	let settings: string[] = [];
	for (const [webhooks, firstMs] of quick ? SIZES.slice(0, 1) : SIZES) {
		const target = await startLeanTarget();
		const targets = target.webhooks(webhooks);
		const field = await enter(target.origin, targets);
		const results = await runRounds(field.entrants, { target, targets, body, rounds });
		await field.close();
		target.stop();
		({ settings } = field);
		tables.push('', `To ${webhooks} webhooks:`, '', ...fanoutTable(field.entrants, results, webhooks));
		const [, rest = [], ...engines] = results;
		for (const [index, own] of engines.entries())
			aims.push(...aimsOf(own, rest, { webhooks, firstMs, database: field.entrants[index + 2]?.label ?? '' }));
	}
	return [
		`One event (a message of ${body.length} bytes), ${CONCURRENCY} connections, every contender in a process of its own, in turns; ${rounds} rounds, after ${WARM_UP} messages that are not counted: the median (the lowest–the highest).`,
		'',
		...settings.map((one) => `- ${one}`),
		'',
		...aimTable(aims),
		...tables,
	];
}

function aimsOf(
	own: readonly Result[],
	rest: readonly Result[],
	{ webhooks, firstMs, database }: { webhooks: number; firstMs: number; database: string },
): Aim[] {
	const first = own.map((result) => result.first);
	const cpu = (results: readonly Result[]) => median(results.map(({ cpuUs }) => cpuUs));
	return [
		{
			what: `event → first message, ${webhooks} webhooks`,
			database,
			aim: `${firstMs} ms`,
			measured: `${spread(first)} ms`,
			met: median(first) <= firstMs,
		},
		{
			what: `CPU per message, ${webhooks} webhooks`,
			database,
			aim: `less than ${CONTENDERS.rest}`,
			measured: `${cpu(own).toFixed(0)} µs; ${cpu(rest).toFixed(0)} µs`,
			met: cpu(own) < cpu(rest),
		},
	];
}

function fanoutTable(entrants: readonly { label: string }[], results: readonly Result[][], webhooks: number): string[] {
	return table(
		['', 'messages a second', 'CPU of the sender, µs a message', 'first message, ms', 'p99', 'last', 'MB written'],
		entrants.map(({ label }, index) => {
			const all = (pick: (result: Result) => number | null) =>
				(results[index] ?? []).flatMap((result) => pick(result) ?? []);
			const written = all((result) => result.written);
			return [
				label,
				spread(all(({ ms }) => (webhooks / ms) * 1000)),
				spread(all(({ cpuUs }) => cpuUs)),
				spread(all(({ first }) => first)),
				spread(all(({ p99 }) => p99)),
				spread(all(({ last }) => last)),
				written.length > 0 ? (median(written) / 1e6).toFixed(1) : '–',
			];
		}),
	);
}
