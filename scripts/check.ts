/**
 * `npm run check`: all checks of a change that do not run the product. The checks run in parallel, one per core; only
 * the output of failed checks is printed. `npm run check -- lint types` runs only these two.
 */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** Slowest first, so that no slow check runs alone at the end. */
const CHECKS: Readonly<Record<string, readonly string[]>> = {
	lint: ['oxlint', '--type-aware', '--deny-warnings'],
	types: ['tsc', '-p', '.'],
	'types of the web': ['tsc', '-p', 'web'],
	'unused code': ['knip', '--no-progress'],
	format: ['oxfmt', '--check'],
	boundaries: ['node', 'scripts/boundaries.ts'],
	english: ['node', 'scripts/english.ts'],
};

interface Outcome {
	failed: boolean;
	output: string;
	seconds: number;
}

function run([command = '', ...args]: readonly string[]): Promise<Outcome> {
	const started = Date.now();
	const path = [join(root, 'node_modules/.bin'), process.env['PATH']].join(process.platform === 'win32' ? ';' : ':');
	return new Promise((resolve) => {
		const child = spawn(command, args, {
			cwd: root,
			env: { ...process.env, PATH: path },
			stdio: ['ignore', 'pipe', 'pipe'],
			shell: process.platform === 'win32',
		});
		let output = '';
		for (const stream of [child.stdout, child.stderr])
			stream.on('data', (chunk: Buffer) => {
				output += String(chunk);
			});
		const end = (failed: boolean) => resolve({ failed, output, seconds: (Date.now() - started) / 1000 });
		child.once('error', (error) => {
			output += `${error.message}\n`;
			end(true);
		});
		child.once('close', (code) => end(code !== 0));
	});
}

const named = process.argv.slice(2);
const waiting = Object.entries(CHECKS).filter(
	([name]) => named.length === 0 || named.some((one) => name.startsWith(one)),
);
const failures: string[] = [];

async function worker(): Promise<void> {
	for (let next = waiting.shift(); next; next = waiting.shift()) {
		const [name, command] = next;
		const { failed, output, seconds } = await run(command);
		if (failed) {
			failures.push(name);
			console.log(output.trimEnd());
		}
		console.log(`${failed ? '✗' : '✓'} ${name} (${seconds.toFixed(1)} s)`);
	}
}

await Promise.all(Array.from({ length: availableParallelism() }, worker));
console.log(failures.length === 0 ? 'All checks passed.' : `Failed: ${failures.join(', ')}.`);
process.exitCode = failures.length === 0 ? 0 : 1;
