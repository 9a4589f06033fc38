import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { median } from '../world.ts';

const SECONDS = 4;
const ROUNDS = 3;
const CONNECTIONS = 20;
/** Share of the bare handler's requests a second that is aimed at, in the order of the paths. */
const AIMS = [0.5, 0.4, 0.4, 0.8];
const BULK_ROWS = 10_000;
const SIZES = [100, 100_000];

interface House {
	origin: string;
	bareOrigin: string;
	paths: Record<string, string>;
}

/** Requests a second and p99 of the busiest calls, against a bare Koa handler that answers the same bytes in the same process. */
export async function calls(): Promise<string[]> {
	const lines = [
		`${CONNECTIONS} connections, median of ${ROUNDS} rounds of ${SECONDS} s; the bare handler answers the same bytes:`,
		'',
		'| database | call | requests a second | p99 ms | bare handler | share | aim |',
		'|---|---|---|---|---|---|---|',
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
		const child = fork(join(import.meta.dirname, 'house.ts'), {
			env: { ...process.env, DATABASE_URL: url ?? '' },
			execArgv: ['--expose-gc'],
		});
		const [house] = (await once(child, 'message')) as [House];
		for (const [index, [path, cookie]] of Object.entries(house.paths).entries()) {
			const own = [];
			const bare = [];
			for (let round = 0; round < ROUNDS; round++) {
				own.push(await load(house.origin + path, cookie));
				bare.push(await load(house.bareOrigin + path, cookie));
			}
			const perSecond = (runs: { perSecond: number }[]) => median(runs.map((run) => run.perSecond));
			const share = perSecond(own) / perSecond(bare);
			const p99 = median(own.map((run) => run.p99));
			const label = path.startsWith('/s/') ? '/s/{slug}' : path.replace(/\?.*/, '');
			lines.push(
				`| ${name} | \`${label}\` | ${perSecond(own).toFixed(0)} | ${p99} | ${perSecond(bare).toFixed(0)} | ${share.toFixed(2)} | ${AIMS[index]} |`,
			);
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

async function load(url: string, cookie: string): Promise<{ perSecond: number; p99: number }> {
	const result = await autocannon({ url, connections: CONNECTIONS, duration: SECONDS, headers: { cookie } });
	const failed = result.non2xx - (result['3xx'] ?? 0);
	if (result.errors > 0 || failed > 0) throw new Error(`${url}: ${result.errors} errors, ${failed} refused`);
	return { perSecond: result.requests.average, p99: result.latency.p99 };
}
