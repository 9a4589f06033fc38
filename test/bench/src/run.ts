/**
 * `npm run bench [-- PART …] [--quick] [--check]`: measures the product and prints the figures as Markdown. `--quick`
 * uses less data, `--check` fails when an aim is missed.
 * `soak` also has `--seconds=1800 --events=5 --database=SQLite`, `load` has the first two and `cluster` the second.
 */
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { addresses } from './addresses.ts';
import { catalogue } from './catalogue/catalogue.ts';
import { cluster } from './cluster/cluster.ts';
import { fanout } from './fanout/fanout.ts';
import { grown } from './grown/grown.ts';
import { restore } from './grown/restore.ts';
import { kills } from './kills.ts';
import { limits } from './limits.ts';
import { load } from './soak/load.ts';
import { MISSED } from './report/markdown.ts';
import { type BenchOptions, ENGINES, type Report } from './setup.ts';
import { soak } from './soak/soak.ts';
import { monitor } from './monitor/monitor.ts';
import { pace } from './pace/pace.ts';
import { watches } from './watches.ts';
import { web } from './web.ts';
import { why } from './why.ts';

/** Every part returns lines of Markdown, and some a last line for programs. */
const PARTS: Record<string, (options: BenchOptions) => Promise<string[] | Report>> = {
	grown,
	restore,
	catalogue,
	fanout,
	limits,
	addresses,
	kills,
	cluster,
	monitor,
	pace,
	watches,
	why,
	web,
	soak,
	load,
};
/** Not measured unless they are named: two run for the given time, two need other programs or root. */
const ONLY_NAMED = new Set(['soak', 'load', 'cluster', 'addresses']);

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		quick: { type: 'boolean', default: false },
		check: { type: 'boolean', default: false },
		seconds: { type: 'string', default: '1800' },
		events: { type: 'string' },
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
const events = values.events === undefined ? undefined : Number(values.events);
const options = { quick: values.quick, seconds: Number(values.seconds), events, database };

let missed = false;
for (const [name, part] of Object.entries(PARTS)) {
	if (positionals.length > 0 ? !positionals.includes(name) : ONLY_NAMED.has(name)) continue;
	// Figures with a load above 1 are those of a busy machine.
	const [load = 0] = loadavg();
	const report = await part(options);
	const { lines, json } = Array.isArray(report) ? { lines: report, json: null } : report;
	const machine = `${cpus().length} cores, Node ${process.versions.node}, load average ${load.toFixed(1)} at the start.`;
	console.log(`\n${[`## ${name}`, '', ...lines, '', `Measured on ${machine}`].join('\n')}`);
	if (json !== null) console.log(`\n${json}`);
	missed ||= lines.some((line) => line.includes(MISSED));
}
process.exit(values.check && missed ? 1 : 0);
