import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Figures, Product } from './live/figures.ts';
import { median } from './setup.ts';
import { startLeanTarget } from './target/leanTarget.ts';

const WEBHOOKS = 500;
const LISTENERS = 500;
const ROUNDS = 5;

/**
 * Measures what open consoles cost: one event to 500 webhooks without live streams and with 500 of them, in turn. The
 * product, the listeners and the lean replacement of Discord run in separate processes.
 */
export async function live(): Promise<string[]> {
	const lines = [
		`One event to ${WEBHOOKS} webhooks, median of ${ROUNDS} rounds (longest stall: the longest of all rounds); the processor time includes 2 s after the last message:`,
		'',
		'| database | listeners | messages a second | longest stall, ms | processor time of the product, ms | kB to each listener |',
		'|---|---|---|---|---|---|',
	];
	const target = await startLeanTarget();
	for (const [name, url] of [
		['SQLite', ''],
		['MariaDB', process.env['BENCH_MYSQL_URL'] ?? 'mysql://root@127.0.0.1:3306/test'],
	] as const) {
		const args = [target.origin, String(WEBHOOKS), String(LISTENERS)];
		const product = start('product.ts', args, { DATABASE_URL: url });
		const listeners = start('listeners.ts');
		const [{ origin, tokens }] = (await once(product, 'message')) as [Product];
		const rounds = new Map<number, Figures[]>([0, LISTENERS].map((count) => [count, []]));
		let bytes = 0;
		for (let round = 0; round <= ROUNDS; round++) {
			for (const [count, figures] of rounds) {
				await ask(listeners, { origin, tokens: tokens.slice(0, count) });
				const measured = await ask<Figures>(product, 'fan out');
				const received = await ask<number[]>(listeners, 'close');
				// The first round warms up connections and code, and is not counted.
				if (round === 0) continue;
				figures.push(measured);
				bytes = Math.max(bytes, ...received);
			}
		}
		for (const [count, figures] of rounds) {
			const perSecond = median(figures.map(({ ms }) => (WEBHOOKS / ms) * 1000)).toFixed(0);
			const stall = Math.max(...figures.map(({ stallMs }) => stallMs)).toFixed(0);
			const cpu = median(figures.map(({ cpuMs }) => cpuMs)).toFixed(0);
			const kilobytes = count > 0 ? (bytes / 1000).toFixed(1) : '–';
			lines.push(`| ${name} | ${count} | ${perSecond} | ${stall} | ${cpu} | ${kilobytes} |`);
		}
		for (const child of [product, listeners]) {
			child.disconnect();
			await once(child, 'exit');
		}
	}
	target.stop();
	return lines;
}

function start(file: string, args: string[] = [], env: Record<string, string> = {}): ChildProcess {
	return fork(join(import.meta.dirname, 'live', file), args, { env: { ...process.env, ...env } });
}

async function ask<Answer>(child: ChildProcess, question: object | string): Promise<Answer> {
	child.send(question);
	const [answer] = (await once(child, 'message')) as [Answer];
	return answer;
}
