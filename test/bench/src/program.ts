import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
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

/** How Node.js is started: its flags, and the environment variables that decide how much memory it keeps. */
export interface NodeSettings {
	flags: readonly string[];
	memory: Readonly<Record<string, string>>;
}

export const NO_SETTINGS: NodeSettings = { flags: [], memory: {} };

/** The flags with which `npm run engine` starts, and the settings of memory in the image. */
export function engineSettings(): NodeSettings {
	const file = (name: string) => readFileSync(join(import.meta.dirname, '../../..', name), 'utf8');
	const { scripts } = JSON.parse(file('package.json')) as { scripts: Record<string, string> };
	const [, set = ''] = /^ENV (MALLOC_.*)$/m.exec(file('Dockerfile')) ?? [];
	const memory = Object.fromEntries(set.split(' ').map((one) => one.split('=') as [string, string]));
	return { flags: scripts['engine']?.match(/--\S+/g) ?? [], memory };
}
