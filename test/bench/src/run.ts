/**
 * `npm run bench [-- PART …] [--quick] [--check]`: measures the product, prints the figures, and stores them in
 * docs/performance.md. `--quick` uses less data and `--check` fails when an aim is missed; neither stores anything.
 * `soak` also has `--seconds=1800 --events=5 --database=SQLite`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bot } from './bot.ts';
import { cli } from './cli.ts';
import { engines } from './engines.ts';
import { fanout } from './fanout/fanout.ts';
import { filters } from './filters.ts';
import { grown } from './grown/grown.ts';
import { kills } from './kills.ts';
import { latency } from './latency.ts';
import { limits } from './limits.ts';
import { live } from './live.ts';
import { monitor } from './monitor/monitor.ts';
import { outages } from './outages.ts';
import { MISSED } from './report/markdown.ts';
import { calls } from './server/calls.ts';
import { type BenchOptions, ENGINES } from './setup.ts';
import { soak } from './soak/soak.ts';
import { tenants } from './tenants.ts';
import { waits } from './waits.ts';
import { web } from './web/web.ts';

/** Every part returns its section of docs/performance.md, as lines of Markdown. */
const PARTS: Record<string, (options: BenchOptions) => Promise<string[]>> = {
	grown,
	fanout,
	filters,
	live,
	engines,
	latency,
	limits,
	kills,
	outages,
	tenants,
	monitor,
	waits,
	calls,
	web,
	bot,
	cli,
	soak,
};
/** Not measured unless they are named: they take longer than all the others. */
const ONLY_NAMED = new Set(['soak']);
const FILE = join(import.meta.dirname, '../../../docs/performance.md');

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		quick: { type: 'boolean', default: false },
		check: { type: 'boolean', default: false },
		seconds: { type: 'string', default: '1800' },
		events: { type: 'string', default: '5' },
		database: { type: 'string', default: 'SQLite' },
	},
});
const unknown = positionals.filter((name) => !(name in PARTS));
const database = ENGINES.find((name) => name === values.database);
if (unknown.length > 0 || !database) {
	console.error(`Unknown: ${[...unknown, ...(database ? [] : [values.database])].join(', ')}.`);
	console.error(`Parts: ${Object.keys(PARTS).join(', ')}. Databases: ${ENGINES.join(', ')}.`);
	process.exit(1);
}
const options = { quick: values.quick, seconds: Number(values.seconds), events: Number(values.events), database };

let missed = false;
for (const [name, part] of Object.entries(PARTS)) {
	if (positionals.length > 0 ? !positionals.includes(name) : ONLY_NAMED.has(name)) continue;
	// What else ran on the machine: figures with a load above 1 are those of a busy machine.
	const [load = 0] = loadavg();
	const lines = await part(options);
	console.log(`\n${lines.join('\n')}`);
	missed ||= lines.some((line) => line.includes(MISSED));
	if (!values.quick && !values.check) keep(name, lines, load);
}
process.exit(values.check && missed ? 1 : 0);

/** Replaces a benchmark's section of the page, between its markers. */
function keep(name: string, lines: readonly string[], load: number): void {
	const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
	const page = readFileSync(FILE, 'utf8');
	const [before, rest] = page.split(open);
	const after = rest?.split(close)[1];
	if (before === undefined || after === undefined) throw new Error(`docs/performance.md has no part for ${name}`);
	const stamp = `Measured ${new Date().toISOString().slice(0, 10)} on ${cpus().length} cores, Node ${process.versions.node}, load average ${load.toFixed(1)} at the start.`;
	writeFileSync(FILE, `${before}${open}\n\n${lines.join('\n')}\n\n${stamp}\n\n${close}${after}`);
}
