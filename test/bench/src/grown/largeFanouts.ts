import { composeEvent } from '@dropwire/engine';
import { enter } from '../fanout/entrants.ts';
import { type Result, runRounds } from '../fanout/rounds.ts';
import { type ContenderName, CONTENDERS } from '../fanout/target.ts';
import type { Aim } from '../report/markdown.ts';
import { median, spread } from '../report/statistics.ts';
import { anEvent } from '../setup.ts';
import { startLeanTarget } from '../target/leanTarget.ts';

/** 110 µs where the bare loop takes 77: a faster machine makes both faster. */
const AIM_CPU = 110 / 77;
/** The aim of the first message, ms, by the number of webhooks. */
const AIM_FIRST = new Map([
	[2000, 60],
	[10_000, 100],
	[100_000, 100],
]);
const CPU_AT = 10_000;

interface Size {
	webhooks: number;
	/** After those that are not counted. */
	rounds: number;
}

/** The first message of large fan-outs on an empty log, and the CPU time of a message at 10,000. */
export async function measureLargeFanouts(sizes: readonly Size[]): Promise<Aim[]> {
	const aims: Aim[] = [];
	for (const { webhooks, rounds } of sizes) {
		const target = await startLeanTarget();
		const targets = target.webhooks(webhooks);
		const peers: ContenderName[] = webhooks === CPU_AT ? ['bare', 'rest'] : [];
		const field = await enter(target.origin, targets, peers);
		const body = JSON.stringify(composeEvent(anEvent()));
		const results = await runRounds(field.entrants, { target, targets, body, rounds });
		await field.close();
		target.stop();
		const [bare = [], rest = []] = results;
		for (const [index, { label }] of field.entrants.entries()) {
			if (index < peers.length) continue;
			const own = results[index] ?? [];
			aims.push(firstMessage(label, webhooks, own));
			if (peers.length > 0) aims.push(...cpu(label, own, bare, rest));
		}
	}
	return aims;
}

function firstMessage(database: string, webhooks: number, results: readonly Result[]): Aim {
	const aim = AIM_FIRST.get(webhooks) ?? 100;
	const first = results.map((result) => result.first);
	return {
		what: `event → first message, ${webhooks} webhooks; ${results.length} rounds`,
		database,
		aim: `${aim} ms`,
		measured: `${spread(first)} ms; the last after ${spread(results.map(({ last }) => last))} ms`,
		met: median(first) <= aim,
	};
}

function cpu(database: string, own: readonly Result[], bare: readonly Result[], rest: readonly Result[]): Aim[] {
	const of = (results: readonly Result[]) => {
		const all = results.map(({ cpuUs }) => cpuUs);
		return { best: Math.min(...all), middle: median(all) };
	};
	const named = (results: readonly Result[]) => `${of(results).best.toFixed(0)}, ${of(results).middle.toFixed(0)} µs`;
	const ofServer = own.flatMap(({ serverCpuUs }) => serverCpuUs ?? []);
	const server = ofServer.length > 0 ? ` (and ${median(ofServer).toFixed(0)} µs of the database server)` : '';
	const ratio = of(own).best / of(bare).best;
	return [
		{
			what: `CPU per message, ${CPU_AT} webhooks: best, median; ${own.length} rounds`,
			database,
			aim: `${AIM_CPU.toFixed(2)} of the bare loop`,
			measured: `${named(own)}${server}; bare ${named(bare)}; best to best ${ratio.toFixed(2)}`,
			met: ratio <= AIM_CPU,
		},
		{
			what: 'the same, against another library',
			database,
			aim: `less than ${CONTENDERS.rest}`,
			measured: `${named(own)}; ${named(rest)}`,
			met: of(own).best < of(rest).best && of(own).middle < of(rest).middle,
		},
	];
}
