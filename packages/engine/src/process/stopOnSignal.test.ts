import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const file = JSON.stringify(join(import.meta.dirname, 'stopOnSignal.ts'));
/** Has something to do until it is stopped, and ends when nothing is left to do. */
const program = `
	const { stopOnSignal } = await import(${file});
	const work = setInterval(() => {}, 1000);
	stopOnSignal(async () => clearInterval(work), console);
	console.log('runs');
`;

test.each(['SIGINT', 'SIGTERM'] as const)(
	'a process ends gracefully, however often %s comes until it is gone',
	async (signal) => {
		// When a process is hit while it ends depends on chance.
		for (let round = 0; round < 10; round++) {
			const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
				stdio: ['ignore', 'pipe', 'inherit'],
			});
			await once(child.stdout, 'data');
			const exited = once(child, 'exit');
			const send = () => {
				child.kill(signal);
				if (child.exitCode === null && child.signalCode === null) setImmediate(send);
			};
			send();
			expect(await exited).toEqual([0, null]);
		}
	},
);
