/**
 * Runs all tests, lists the slowest files, and ends with one line of totals: `N passed, N failed`. Passes its arguments
 * to vitest, so `npm test -- --project engine` runs the tests of one package.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

/** How many of the slowest files to list. */
const SLOWEST = 10;

/** The fields of vitest's JSON report that this script reads. */
interface Report {
	numPassedTests: number;
	numFailedTests: number;
	numFailedTestSuites: number;
	/** One entry per file; times in ms. */
	testResults: { name: string; startTime: number; endTime: number }[];
}

const folder = mkdtempSync(join(tmpdir(), 'dropwire-report-'));
const report = join(folder, 'report.json');
const vitest = join(import.meta.dirname, '../node_modules/vitest/vitest.mjs');
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
const database = process.env['DATABASE_URL']?.startsWith('mysql:')
	? 'the server of DATABASE_URL'
	: 'the embedded database';

console.log(`Tests on ${database}.`);
const run = spawnSync(process.execPath, [vitest, 'run', ...reporters, ...process.argv.slice(2)], { stdio: 'inherit' });
const results = JSON.parse(readFileSync(report, 'utf8')) as Report;
rmSync(folder, { recursive: true });

const times = results.testResults
	.map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1000 }))
	.sort((a, b) => b.seconds - a.seconds);
if (times.length > SLOWEST) {
	console.log('The slowest files:');
	for (const { name, seconds } of times.slice(0, SLOWEST))
		console.log(`${seconds.toFixed(1).padStart(7)} s  ${relative(join(import.meta.dirname, '..'), name)}`);
}

// A file that could not be loaded also counts as failed, although none of its tests is counted.
const unloaded = run.status !== 0 && results.numFailedTests === 0 ? Math.max(1, results.numFailedTestSuites) : 0;
const failed = results.numFailedTests + unloaded;
console.log(`${results.numPassedTests} passed, ${failed} failed`);
process.exitCode = failed > 0 || results.numPassedTests === 0 ? 1 : 0;
