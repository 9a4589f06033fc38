/** `npm run bench [-- fanout latency limits monitor calls web bot cli]`: measures, prints, and keeps the figures in docs/performance.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { bot } from './bot.ts';
import { cli } from './cli.ts';
import { fanout } from './fanout/fanout.ts';
import { latency } from './latency.ts';
import { limits } from './limits.ts';
import { monitor } from './monitor.ts';
import { calls } from './server/calls.ts';
import { web } from './web/web.ts';

const BENCHES = { fanout, latency, limits, monitor, calls, web, bot, cli };
const FILE = join(import.meta.dirname, '../../docs/performance.md');

const wanted = process.argv.slice(2);
for (const [name, bench] of Object.entries(BENCHES)) {
	if (wanted.length > 0 && !wanted.includes(name)) continue;
	const lines = await bench();
	console.log(`\n${lines.join('\n')}`);
	keep(name, lines);
}
process.exit(0);

/** Replaces a bench's part of the page, between its marks. */
function keep(name: string, lines: readonly string[]): void {
	const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
	const page = readFileSync(FILE, 'utf8');
	const [before, rest] = page.split(open);
	const after = rest?.split(close)[1];
	if (before === undefined || after === undefined) throw new Error(`docs/performance.md has no part for ${name}`);
	const stamp = `Measured ${new Date().toISOString().slice(0, 10)} on ${cpus().length} cores, Node ${process.versions.node}.`;
	writeFileSync(FILE, `${before}${open}\n\n${lines.join('\n')}\n\n${stamp}\n\n${close}${after}`);
}
