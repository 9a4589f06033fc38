import { type ChildProcess, spawn } from 'node:child_process';
import { PROCESS_ENV } from '@dropwire/db/testing';

/** A process that a test started. */
export interface Launched {
	child: ChildProcess;
	/** The output so far. */
	output: () => string;
	/** The exit code, after the process has exited. */
	ended: Promise<number | null>;
}

export interface Launcher {
	launch(command: string, args: string[], env: Record<string, string>): Launched;
	/** Ends every process that still runs. */
	close(): Promise<void>;
}

/** Starts processes in a folder, with nothing else of this process's environment than every process needs. */
export function createLauncher(folder: string): Launcher {
	const launched: Launched[] = [];
	return {
		launch(command, args, env) {
			const child = spawn(command, args, { cwd: folder, env: { ...PROCESS_ENV, ...env } });
			const output: string[] = [];
			for (const stream of [child.stdout, child.stderr])
				stream.on('data', (chunk: Buffer) => output.push(String(chunk)));
			const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
			const one = { child, output: () => output.join(''), ended };
			launched.push(one);
			return one;
		},
		async close() {
			for (const { child } of launched) child.kill('SIGTERM');
			await Promise.all(launched.map(({ ended }) => ended));
		},
	};
}

/** @throws Error with the process's output when it exits, or the condition stays false even for a busy machine */
export async function until(isTrue: () => boolean | Promise<boolean>, { child, output }: Launched): Promise<void> {
	for (const end = Date.now() + 90_000; !(await isTrue());) {
		if (child.exitCode !== null || Date.now() > end) throw new Error(`It did not come up:\n${output()}`);
		await new Promise((resolve) => setTimeout(resolve, 20));
	}
}
