import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTestServer } from '@dropwire/bff/testing';
import { REGIONS } from '@dropwire/domain';
import { median } from './setup.ts';

const BINARY = join(import.meta.dirname, '../../../cli/dist/dropwire.js');
const STARTS = 40;
const IMPORTS = 3;
const SIZES = [1000, 10_000, 100_000];
const WATCHED_EVERY_MS = 5;
/** A group holds up to 10,000 rows, so the largest file needs ten groups. */
const GROUPS = REGIONS.slice(0, 10);

/** Measures the start time of the command line, and the time and memory of an import. */
export async function cli(): Promise<string[]> {
	const folder = mkdtempSync(join(tmpdir(), 'dropwire-bench-'));
	const [bare, ours]: number[][] = [[], []];
	// The first run fills the cache of compiled code, as a user's first run does.
	await run(['--version'], { HOME: folder });
	for (let n = 0; n < STARTS; n++) {
		bare?.push((await timed(['-e', '0'], { HOME: folder })).ms);
		ours?.push((await run(['--version'], { HOME: folder })).ms);
	}
	const [bareMs, ownMs] = [median(bare ?? []), median(ours ?? [])];
	const lines = [
		`Start (\`dropwire --version\`), median of ${STARTS}, in turns: ${ownMs.toFixed(0)} ms; bare \`node -e 0\` ${bareMs.toFixed(0)} ms: ${(ownMs / bareMs).toFixed(2)} times.`,
		'',
		'| database | rows of webhooks | preview and import, s | peak memory, MB | the same again, s | export, s |',
		'|---|---|---|---|---|---|',
	];
	for (const [name, url] of [
		['SQLite', undefined],
		['MariaDB', process.env['BENCH_MYSQL_URL'] ?? 'mysql://root@127.0.0.1:3306/test'],
	] as const) {
		if (url === undefined) delete process.env['DATABASE_URL'];
		else process.env['DATABASE_URL'] = url;
		for (const size of SIZES) lines.push(await imported(name, size, folder));
	}
	rmSync(folder, { recursive: true });
	return lines;
}

async function imported(name: string, size: number, folder: string): Promise<string> {
	const file = join(folder, `${size}.csv`);
	writeFileSync(file, rows(size));
	const rounds = size > 10_000 ? 1 : IMPORTS;
	const found: { first: Ran; again: Ran; out: Ran }[] = [];
	for (let round = 0; round < rounds; round++) {
		const testServer = await openTestServer();
		const ada = await testServer.signIn('ada');
		const { data } = await ada.api.tokenCreate({ name: 'bench', scopes: ['read', 'write'] });
		const env = { HOME: folder, DROPWIRE_URL: testServer.server.origin, DROPWIRE_TOKEN: data.token };
		const first = await run(['webhooks', 'import', file, '--yes'], env);
		const again = await run(['webhooks', 'import', file, '--yes'], env);
		const out = await run(['webhooks', 'export', '-o', join(folder, 'out.csv')], env);
		found.push({ first, again, out });
		await testServer.close();
	}
	const seconds = (of: (one: (typeof found)[number]) => Ran) =>
		(median(found.map((one) => of(one).ms)) / 1000).toFixed(2);
	const memory = Math.max(
		...found.flatMap(({ first, again, out }) => [first.megabytes, again.megabytes, out.megabytes]),
	);
	const cells = [
		name,
		size.toLocaleString('en'),
		seconds((one) => one.first),
		memory.toFixed(0),
		seconds((one) => one.again),
		seconds((one) => one.out),
	];
	return `| ${cells.join(' | ')} |`;
}

const HEADER = 'brand,category,region,status,label,value\n';

function rows(size: number): string {
	const row = (n: number) =>
		`NIKE,SHOES,${GROUPS[n % GROUPS.length]},HOLD,row ${n},https://discord.com/api/webhooks/${500_000_000_000_000_000n + BigInt(n)}/${'x'.repeat(60)}${n}\n`;
	return HEADER + Array.from({ length: size }, (_, n) => row(n)).join('');
}

interface Ran {
	ms: number;
	/** Peak resident memory, sampled every few milliseconds. */
	megabytes: number;
}

const run = (args: readonly string[], env: Record<string, string>) => timed([BINARY, ...args], env);

/** @throws Error if it does not exit with code 0 */
async function timed(args: readonly string[], env: Record<string, string>): Promise<Ran> {
	const begun = performance.now();
	const child = spawn(process.execPath, args, { env: { PATH: process.env['PATH'], ...env }, stdio: 'ignore' });
	let megabytes = 0;
	const watch = setInterval(() => {
		try {
			const [, kilobytes = '0'] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
			megabytes = Math.max(megabytes, Number(kilobytes) / 1024);
		} catch {
			// The process has exited, or this system has no /proc.
		}
	}, WATCHED_EVERY_MS);
	const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
	clearInterval(watch);
	if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`);
	return { ms: performance.now() - begun, megabytes };
}
