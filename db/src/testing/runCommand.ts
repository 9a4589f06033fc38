import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const KILL_BEFORE = join(import.meta.dirname, 'killBefore.ts');

/**
 * Runs `npm run backup` or `npm run restore` as a process of its own.
 * @param env added to this process's environment; `undefined` removes a variable
 * @param killBefore the SQL before which the process kills itself
 * @param interrupt the signal that it gets as soon as `once` is true
 * @returns `end` is the exit code or the signal
 */
export async function runCommand(
	name: 'backup' | 'restore',
	args: readonly string[],
	env: NodeJS.ProcessEnv,
	killBefore?: string,
	interrupt?: { signal: NodeJS.Signals; once(): boolean },
) {
	const kill = killBefore === undefined ? [] : ['--import', KILL_BEFORE];
	const main = join(import.meta.dirname, `../backup/${name}.main.ts`);
	const child = spawn(process.execPath, [...kill, main, ...args], {
		env: { ...process.env, ...env, KILL_BEFORE: killBefore },
		stdio: ['ignore', 'pipe', 'pipe'],
		// A test that hangs leaves no process behind.
		timeout: 60_000,
		killSignal: 'SIGKILL',
	});
	const ended = new Promise((resolve) => {
		child.once('exit', (code, signal) => resolve(signal ?? code));
	});
	const waiting =
		interrupt &&
		setInterval(() => {
			if (!interrupt.once()) return;
			clearInterval(waiting);
			child.kill(interrupt.signal);
		}, 1);
	child.once('exit', () => clearInterval(waiting));
	const [end, out, err] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
	return { end, out, err };
}
