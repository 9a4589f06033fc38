import { Readable, Writable } from 'node:stream';
import { run } from '../main.ts';

/** What a command printed, and its exit code. */
export interface Ran {
	code: number | null;
	out: string;
	err: string;
}

/** Events of the process that commands listen to. */
const EVENTS = ['exit', 'SIGINT', 'SIGTERM'];

let running: Promise<unknown> = Promise.resolve();

/**
 * Runs a command in this process as if it were one of its own, which takes a tenth of the time: with this environment
 * only, and these bytes as stdin. Commands run one after the other, because they share `process`.
 */
export function runInside(
	args: readonly string[],
	env: Readonly<Record<string, string>>,
	{ input = '', columns }: { input?: string | Buffer; columns?: number } = {},
): Promise<Ran> {
	const ran = running.then(() => runAlone(args, env, input, columns));
	// The caller gets the failure; the next command runs in any case.
	running = ran.catch(() => undefined);
	return ran;
}

async function runAlone(
	args: readonly string[],
	env: Readonly<Record<string, string>>,
	input: string | Buffer,
	columns: number | undefined,
): Promise<Ran> {
	const before = {
		env: { ...process.env },
		exitCode: process.exitCode,
		listeners: EVENTS.flatMap((event) => process.rawListeners(event)),
		streams: Object.getOwnPropertyDescriptors(process),
	};
	const [out, err] = [textOf(), textOf()];
	const streams = {
		stdin: Readable.from(input.length > 0 ? [Buffer.from(input)] : []),
		stdout: columns === undefined ? out.to : Object.assign(out.to, { isTTY: true, columns }),
		stderr: err.to,
	};
	for (const [name, value] of Object.entries(streams))
		Object.defineProperty(process, name, { value, configurable: true, enumerable: true });
	setEnvironment(env);
	process.exitCode = undefined;
	try {
		await run(['node', 'dropwire', ...args]);
		endOf(before.listeners);
		return { code: exitCode(), out: out.text(), err: err.text() };
	} finally {
		for (const name of ['stdin', 'stdout', 'stderr'] as const)
			Object.defineProperty(process, name, before.streams[name]);
		setEnvironment(before.env);
		process.exitCode = before.exitCode;
	}
}

function exitCode(): number {
	return Number(process.exitCode ?? 0);
}

/** Calls what the command wants to do when its process exits, and removes its other listeners. */
function endOf(before: readonly unknown[]): void {
	for (const event of EVENTS) {
		for (const listener of process.rawListeners(event)) {
			if (before.includes(listener)) continue;
			process.removeListener(event, listener as () => void);
			if (event === 'exit') listener.call(process);
		}
	}
}

/** The same object stays, because modules keep it. */
function setEnvironment(env: NodeJS.ProcessEnv): void {
	for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
	Object.assign(process.env, env);
}

/** A stream that keeps what is written to it. */
function textOf(): { to: Writable; text: () => string } {
	const parts: Buffer[] = [];
	const to = new Writable({
		write(chunk: Buffer, _, done) {
			parts.push(chunk);
			done();
		},
	});
	return { to, text: () => Buffer.concat(parts).toString() };
}
