import { composeEvent } from '@dropwire/engine';
import { table } from '../report/markdown.ts';
import { median, spread } from '../report/statistics.ts';
import { anEvent, type BenchOptions } from '../setup.ts';
import { startLeanTarget } from '../target/leanTarget.ts';
import { enter } from './entrants.ts';
import { type Result, runRounds, WARM_UP } from './rounds.ts';
import { CONCURRENCY } from './target.ts';

const ROUNDS = 5;

/** Sends one event to 2,000 and to 10,000 webhooks with each contender. @returns lines of Markdown */
export async function fanout({ quick }: BenchOptions): Promise<string[]> {
	const body = JSON.stringify(composeEvent(anEvent()));
	const rounds = quick ? 2 : ROUNDS;
	const lines = [
		`One event (a message of ${body.length} bytes), ${CONCURRENCY} connections, every contender in a process of its own, in turns; ${rounds} rounds, after ${WARM_UP} messages that are not counted: the median (the least–the most).`,
	];
	let described = false;
	for (const webhooks of quick ? [500] : [2000, 10_000]) {
		const target = await startLeanTarget();
		const targets = target.webhooks(webhooks);
		const field = await enter(target.origin, targets, ['bare', 'rest', 'client', 'bullmq']);
		if (!described) lines.push('', ...field.settings.map((one) => `- ${one}`));
		described = true;
		const results = await runRounds(field.entrants, { target, targets, body, rounds });
		await field.close();
		target.stop();
		lines.push('', `To ${webhooks} webhooks:`, '', ...fanoutTable(field.entrants, results, webhooks));
	}
	return lines;
}

function fanoutTable(entrants: readonly { label: string }[], results: readonly Result[][], webhooks: number): string[] {
	const bare = results[0] ?? [];
	return table(
		[
			'',
			'messages a second',
			'of the bare loop, round by round',
			'CPU of the sender, µs a message: best, median',
			"the database server's",
			'first message, ms',
			'p99',
			'last',
			'MB written',
		],
		entrants.map(({ label }, index) => {
			const own = results[index] ?? [];
			const all = (pick: (result: Result) => number | null) => own.flatMap((result) => pick(result) ?? []);
			const cpu = all(({ cpuUs }) => cpuUs);
			const ofServer = all(({ serverCpuUs }) => serverCpuUs);
			const written = all((result) => result.written);
			return [
				label,
				spread(all(({ ms }) => (webhooks / ms) * 1000)),
				`${spread(own.map(({ ms }, round) => ((bare[round]?.ms ?? Number.NaN) / ms) * 100))} %`,
				`${Math.min(...cpu).toFixed(0)}, ${median(cpu).toFixed(0)}`,
				ofServer.length > 0 ? median(ofServer).toFixed(0) : '–',
				spread(all(({ first }) => first)),
				spread(all(({ p99 }) => p99)),
				spread(all(({ last }) => last)),
				written.length > 0 ? (median(written) / 1e6).toFixed(1) : '–',
			];
		}),
	);
}
