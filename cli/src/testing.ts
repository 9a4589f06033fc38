import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, PROCESS_ENV, type TestServer, openTestServer } from '@dropwire/bff/testing';
import { type Ran, runInside } from './testing/runInside.ts';

/** The bundle that users run. `npm test` or `npm run build -w cli` builds it. */
export const BINARY = join(import.meta.dirname, '../dist/dropwire.js');

export interface RunOptions {
	/** The content of stdin, which is empty by default. */
	input?: string | Buffer;
	env?: Record<string, string>;
}

export type TerminalOptions = RunOptions & { columns?: number };

/** A running command. */
export interface Running {
	child: ChildProcess;
	/** The output so far. */
	out(): string;
	err(): string;
	ended: Promise<Ran>;
}

/** The CLI with its own home directory. */
export interface CliFixture {
	home: string;
	/** Runs a command to its end, in this process. With `columns`, stdout is a terminal of this width. */
	run(args: readonly string[], options?: TerminalOptions): Promise<Ran>;
	/** Runs it with --json. @returns the parsed stdout */
	json<T>(args: readonly string[], options?: RunOptions): Promise<T>;
	/** Starts the bundle in a process of its own, in the home directory: for signals, and for work that goes on. */
	start(args: readonly string[], options?: RunOptions): Running;
	/** Runs the bundle in a terminal, 80 columns wide by default. `out` has both streams. */
	runInTerminal(args: readonly string[], options?: TerminalOptions): Promise<Ran>;
	/** The same with interactive input: the child's stdin stays open. */
	startInTerminal(args: readonly string[], options?: TerminalOptions): Running;
	remove(): void;
}

/** @param env the environment of every run, which does not include the environment of the tests */
export function openFixture(env: Record<string, string> = {}): CliFixture {
	const home = mkdtempSync(join(tmpdir(), 'dropwire-cli-'));
	const base = { ...PROCESS_ENV, HOME: home, TZ: 'UTC', LANG: 'C.UTF-8', ...env };
	const launch = (command: string, args: readonly string[], options: RunOptions, typing = false): Running => {
		const child = spawn(command, args, { cwd: home, env: { ...base, ...options.env } });
		let [out, err] = ['', ''];
		child.stdout.setEncoding('utf8').on('data', (text: string) => {
			out += text;
		});
		child.stderr.setEncoding('utf8').on('data', (text: string) => {
			err += text;
		});
		// Commands that do not read their input may close it.
		child.stdin.on('error', () => undefined);
		if (!typing) child.stdin.end(options.input);
		const ended = new Promise<Ran>((resolve, reject) => {
			child.once('error', reject);
			child.once('close', (code) => resolve({ code, out, err }));
		});
		return { child, out: () => out, err: () => err, ended };
	};
	const start = (args: readonly string[], options: RunOptions = {}) =>
		launch(process.execPath, [BINARY, ...args], options);
	const inTerminal = (args: readonly string[], { columns = 80, ...options }: TerminalOptions = {}, typing = false) => {
		const words = [process.execPath, BINARY, ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`);
		const line = `stty cols ${columns} -onlcr -echo; exec ${words.join(' ')}`;
		const env = { TERM: 'xterm', ...options.env };
		return launch('script', ['-qec', line, '/dev/null'], { ...options, env }, typing);
	};
	const run = (args: readonly string[], { env, ...options }: TerminalOptions = {}) =>
		runInside(args, { ...base, ...env }, options);
	return {
		home,
		start,
		run,
		async json<T>(args: readonly string[], options?: RunOptions) {
			const { out, err, code } = await run([...args, '--json'], options);
			try {
				return JSON.parse(out) as T;
			} catch {
				throw new Error(`dropwire ${args.join(' ')} exited with ${code} and did not print JSON:\n${out}\n${err}`);
			}
		},
		runInTerminal: (args, options) => inTerminal(args, options).ended,
		startInTerminal: (args, options) => inTerminal(args, options, true),
		remove: () => rmSync(home, { recursive: true, force: true }),
	};
}

/** A server, and a CLI with the token of an operator. */
export interface Office {
	testServer: TestServer;
	ada: Browser;
	/** Ada's API token with the scopes read and write. */
	token: string;
	/** Ada's CLI, with server and token in its environment. */
	fixture: CliFixture;
	/** A CLI with another token, or none. */
	fixtureWith(token: string | null): CliFixture;
	close(): Promise<void>;
}

/** @param env the server's settings that differ from the defaults of the tests */
export async function openOffice(env: NodeJS.ProcessEnv = {}): Promise<Office> {
	const testServer = await openTestServer({ env });
	const ada = await testServer.signIn('ada');
	const { data } = await ada.api.tokenCreate({ name: 'fixture', scopes: ['read', 'write'] });
	const fixtures: CliFixture[] = [];
	const fixtureWith = (token: string | null) => {
		const fixture = openFixture({
			DROPWIRE_URL: testServer.server.origin,
			...(token !== null && { DROPWIRE_TOKEN: token }),
		});
		fixtures.push(fixture);
		return fixture;
	};
	return {
		testServer,
		ada,
		token: data.token,
		fixture: fixtureWith(data.token),
		fixtureWith,
		async close() {
			for (const fixture of fixtures) fixture.remove();
			await testServer.close();
		},
	};
}

/** A webhook URL that the server accepts but Discord does not know. */
export function webhookUrl(n: number): string {
	return `https://discord.com/api/webhooks/${500_000_000_000_000_000n + BigInt(n)}/token-${n}`;
}
