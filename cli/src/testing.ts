import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type House, openHouse } from '@dropwire/bff/testing';

/** The built binary: what a user runs. `npm test` builds it; by hand: npm run build -w cli */
export const BINARY = join(import.meta.dirname, '../dist/dropwire.js');

export interface Ran {
	code: number | null;
	out: string;
	err: string;
}

export interface RunOptions {
	/** Text for stdin; without it, stdin is empty. */
	input?: string | Buffer;
	env?: Record<string, string>;
}

export type TerminalOptions = RunOptions & { columns?: number };

/** A command that goes on, as `--follow` does. */
export interface Going {
	child: ChildProcess;
	/** What it has written so far. */
	out(): string;
	err(): string;
	ended: Promise<Ran>;
}

/** Somebody's computer: a home of its own, and the binary. */
export interface Desk {
	home: string;
	run(args: readonly string[], options?: RunOptions): Promise<Ran>;
	/** Runs it with --json. @returns what stands on stdout */
	json<T>(args: readonly string[], options?: RunOptions): Promise<T>;
	start(args: readonly string[], options?: RunOptions): Going;
	/** Runs it in a terminal of so many columns; both streams come as one. */
	runInTerminal(args: readonly string[], options?: TerminalOptions): Promise<Ran>;
	/** The same while somebody types: into the child's stdin, which stays open. */
	startInTerminal(args: readonly string[], options?: TerminalOptions): Going;
	remove(): void;
}

/** @param env of every run: none of the tester's own settings reach it */
export function openDesk(env: Record<string, string> = {}): Desk {
	const home = mkdtempSync(join(tmpdir(), 'dropwire-cli-'));
	const base = { PATH: process.env['PATH'] ?? '', HOME: home, TZ: 'UTC', LANG: 'C.UTF-8', ...env };
	const launch = (command: string, args: readonly string[], options: RunOptions, typing = false): Going => {
		const child = spawn(command, args, { cwd: home, env: { ...base, ...options.env } });
		let [out, err] = ['', ''];
		child.stdout.setEncoding('utf8').on('data', (text: string) => {
			out += text;
		});
		child.stderr.setEncoding('utf8').on('data', (text: string) => {
			err += text;
		});
		// A command that does not read its input closes it: no failure of the test.
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
	return {
		home,
		start,
		run: (args, options) => start(args, options).ended,
		async json<T>(args: readonly string[], options?: RunOptions) {
			const { out, err, code } = await start([...args, '--json'], options).ended;
			try {
				return JSON.parse(out) as T;
			} catch {
				throw new Error(`dropwire ${args.join(' ')} wrote no JSON, and ended with ${code}:\n${out}\n${err}`);
			}
		},
		runInTerminal: (args, options) => inTerminal(args, options).ended,
		startInTerminal: (args, options) => inTerminal(args, options, true),
		remove: () => rmSync(home, { recursive: true, force: true }),
	};
}

/** The whole server, and an operator with a token at a desk. */
export interface Office {
	house: House;
	ada: Browser;
	/** Ada's API token: read and write. */
	token: string;
	/** Ada's desk; it knows server and token by the environment. */
	desk: Desk;
	/** A desk whose owner has another token, or none. */
	deskWith(token: string | null): Desk;
	close(): Promise<void>;
}

export async function openOffice(): Promise<Office> {
	const house = await openHouse();
	const ada = await house.signIn('ada');
	const { data } = await ada.api.tokenCreate({ name: 'desk', scopes: ['read', 'write'] });
	const desks: Desk[] = [];
	const deskWith = (token: string | null) => {
		const desk = openDesk({ DROPWIRE_URL: house.server.origin, ...(token !== null && { DROPWIRE_TOKEN: token }) });
		desks.push(desk);
		return desk;
	};
	return {
		house,
		ada,
		token: data.token,
		desk: deskWith(data.token),
		deskWith,
		async close() {
			for (const desk of desks) desk.remove();
			await house.close();
		},
	};
}

/** A webhook's address that the server takes; none that its Discord has. */
export function webhookUrl(n: number): string {
	return `https://discord.com/api/webhooks/${500_000_000_000_000_000n + BigInt(n)}/token-${n}`;
}
