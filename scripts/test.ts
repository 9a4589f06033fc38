/**
 * Runs every test and closes with one line that counts them: `N passed, N failed`. Arguments go to vitest, so
 * `npm test -- --project engine` runs one room's.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'dropwire-report-'));
const report = join(folder, 'report.json');
const vitest = join(import.meta.dirname, '../node_modules/vitest/vitest.mjs');
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
const database = process.env['DATABASE_URL']?.startsWith('mysql:')
	? 'the server of DATABASE_URL'
	: 'the embedded database';

console.log(`Tests on ${database}.`);
const run = spawnSync(process.execPath, [vitest, 'run', ...reporters, ...process.argv.slice(2)], { stdio: 'inherit' });
const counts = JSON.parse(readFileSync(report, 'utf8')) as Record<string, number>;
rmSync(folder, { recursive: true });

const passed = counts['numPassedTests'] ?? 0;
// A file that could not even be loaded has failed too, with no test of it counted.
const unloaded =
	run.status !== 0 && (counts['numFailedTests'] ?? 0) === 0 ? Math.max(1, counts['numFailedTestSuites'] ?? 0) : 0;
const failed = (counts['numFailedTests'] ?? 0) + unloaded;
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
