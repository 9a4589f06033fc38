import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Starts a program of this folder that prints one line of JSON. */
export function startProgram(file: string, env: Record<string, string>) {
	const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, file)], {
		env: { ...process.env, ...env },
		stdio: ['pipe', 'pipe', 'inherit'],
	});
	return {
		async line(): Promise<unknown> {
			const [line] = (await Promise.race([
				once(createInterface(child.stdout), 'line'),
				once(child, 'exit').then(([code]) => Promise.reject(new Error(`${file} ended with ${String(code)}`))),
			])) as [string];
			return JSON.parse(line);
		},
		stop: () => void child.kill(),
	};
}
