import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { median } from '../setup.ts';

const SECONDS = 2;
const ROUNDS = 5;
const CONNECTIONS = 20;
/** Target share of the bare handler's requests per second, in the order of the calls: in production, and uncached. */
const AIMS = [
	[0.5, 0.25],
	[0.4, 0.15],
	[0.4, 0.1],
	[0.8, 0.8],
] as const;
const BULK_ROWS = 10_000;
const SIZES = [100, 100_000];

interface Question {
	path: string;
	headers: { cookie: string };
}
/** The first message of testServer.ts. */
export interface TestServer {
	origin: string;
	bareOrigin: string;
	/** For each call, requests that differ in their session and, where the call has one, their query. */
	questions: Question[][];
}
interface Run {
	perSecond: number;
	p99: number;
	/** Processor time of the server's process per request, µs. */
	cpu: number;
}

/**
 * Measures the busiest calls, against a bare Koa handler that returns the same bytes in the same process: one page that
 * repeats its request, and requests of which each has another session and another query.
 */
export async function calls(): Promise<string[]> {
	const lines = [
		`${CONNECTIONS} connections, median of ${ROUNDS} interleaved rounds of ${SECONDS} s; the bare handler answers the same bytes:`,
		'',
		'| database | call | each request | requests a second | p99 ms | bare handler | share (min–max) | aim | CPU µs | bare CPU µs | CPU share |',
		'|---|---|---|---|---|---|---|---|---|---|---|',
	];
	const grown = [
		'',
		'A page of a list, median ms, as its table grows:',
		'',
		`| database | list | ${SIZES.map((size) => `${size} rows`).join(' | ')} |`,
		`|---|---|${SIZES.map(() => '---|').join('')}`,
	];
	for (const [name, url] of [
		['SQLite', undefined],
		['MariaDB', process.env['BENCH_MYSQL_URL'] ?? 'mysql://root@127.0.0.1:3306/test'],
	] as const) {
		const child = fork(join(import.meta.dirname, 'testServer.ts'), {
			env: { ...process.env, DATABASE_URL: url ?? '' },
			execArgv: ['--expose-gc'],
		});
		const [testServer] = (await once(child, 'message')) as [TestServer];
		for (const [index, questions] of testServer.questions.entries()) {
			const own: Run[] = [];
			const uncached: Run[] = [];
			const bare: Run[] = [];
			// A person's servers are read from Discord once in several minutes; this is not what is measured.
			await load(child, testServer.origin, questions, { amount: questions.length });
			for (let round = 0; round < ROUNDS; round++) {
				own.push(await load(child, testServer.origin, questions.slice(0, 1)));
				uncached.push(await load(child, testServer.origin, questions));
				bare.push(await load(child, testServer.bareOrigin, questions));
			}
			const label = (questions[0]?.path ?? '').replace(/\?.*/, '').replace(/^\/s\/.*/, '/s/{slug}');
			const [aim, aimUncached] = AIMS[index] ?? [];
			lines.push(row(`| ${name} | \`${label}\` | the same`, own, bare, aim));
			lines.push(row(`| ${name} | \`${label}\` | another`, uncached, bare, aimUncached));
		}
		child.send({ rows: BULK_ROWS });
		const [{ ms, megabytes }] = (await once(child, 'message')) as [{ ms: number; megabytes: number }];
		lines.push(
			`| ${name} | bulk of ${BULK_ROWS} webhooks | ${(ms / 1000).toFixed(2)} s, ${megabytes.toFixed(0)} MB more | | | | 3 s, 200 MB |`,
		);
		child.send({ sizes: SIZES });
		const [lists] = (await once(child, 'message')) as [{ name: string; ms: number[] }[]];
		for (const list of lists) {
			grown.push(`| ${name} | ${list.name} | ${list.ms.map((time) => time.toFixed(1)).join(' | ')} |`);
		}
		child.disconnect();
		await once(child, 'exit');
	}
	return [...lines, ...grown];
}

function row(head: string, runs: readonly Run[], bare: readonly Run[], aim: number | undefined): string {
	const of = (key: keyof Run, some = runs) => median(some.map((run) => run[key]));
	const shares = runs.map(({ perSecond }, round) => perSecond / (bare[round]?.perSecond ?? Number.NaN));
	const share = `${median(shares).toFixed(2)} (${Math.min(...shares).toFixed(2)}–${Math.max(...shares).toFixed(2)})`;
	const cpu = `${of('cpu').toFixed(0)} | ${of('cpu', bare).toFixed(0)} | ${(of('cpu', bare) / of('cpu')).toFixed(2)}`;
	return `${head} | ${of('perSecond').toFixed(0)} | ${of('p99')} | ${of('perSecond', bare).toFixed(0)} | ${share} | ${aim} | ${cpu} |`;
}

async function load(
	child: ChildProcess,
	origin: string,
	questions: readonly Question[],
	until: { duration: number } | { amount: number } = { duration: SECONDS },
): Promise<Run> {
	let next = 0;
	// The connections share one sequence: with one each, they would ask the same at the same time.
	const setupRequest = (request: object) => ({ ...request, ...questions[next++ % questions.length] });
	const before = await cpuOf(child);
	const result = await autocannon({
		url: origin,
		connections: CONNECTIONS,
		...until,
		requests: [{ setupRequest }],
	});
	const spent = (await cpuOf(child)) - before;
	const failed = result.non2xx - (result['3xx'] ?? 0);
	if (result.errors > 0 || failed > 0) throw new Error(`${origin}: ${result.errors} errors, ${failed} refused`);
	return { perSecond: result.requests.average, p99: result.latency.p99, cpu: spent / result.requests.total };
}

/** Processor time that the server's process has used, µs. */
async function cpuOf(child: ChildProcess): Promise<number> {
	child.send({ cpu: true });
	const [used] = (await once(child, 'message')) as [number];
	return used;
}
