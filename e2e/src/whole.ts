import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTestDatabase, TEST_SECRET_KEY } from '@dropwire/db/testing';
import { type Control, createControl, freePort } from '@dropwire/sandbox';

const ROOT = join(import.meta.dirname, '../..');

/** The whole as `npm start` runs it, as a process of its own. */
export interface Whole {
	url: string;
	control: Control;
	/** Everything that it printed. */
	output(): string;
	/** Ctrl-C. @returns how long it took, ms, and the exit code */
	interrupt(): Promise<{ ms: number; code: number | null }>;
}

export interface Home {
	/** Starts it; a second time finds what the first left. */
	start(env?: Record<string, string>): Promise<Whole>;
	/** Starts it expecting that it ends by itself. */
	startInVain(env: Record<string, string>): Promise<{ output: string; code: number | null }>;
	port: number;
	remove(): Promise<void>;
}

/** A folder, ports and a database of its own for the whole. */
export async function openHome(): Promise<Home> {
	const folder = mkdtempSync(join(tmpdir(), 'dropwire-e2e-'));
	const db = process.env['DATABASE_URL']?.startsWith('mysql:') ? await openTestDatabase({ migrated: false }) : null;
	const [port, sandboxPort] = await Promise.all([freePort(), freePort()]);
	const children: ChildProcess[] = [];
	const launch = (extra: Record<string, string>) => {
		const env = {
			PATH: process.env['PATH'] ?? '',
			PORT: String(port),
			SANDBOX_PORT: String(sandboxPort),
			DATA_DIR: folder,
			SECRET_KEY: TEST_SECRET_KEY,
			POLL_INTERVAL_MS: '500',
			// Many start one after the other: what the first has made of the sources serves all.
			NODE_COMPILE_CACHE: join(tmpdir(), 'dropwire-e2e-compiled'),
			// A process of its own, which most journeys have no use for.
			SANDBOX_BOT: 'off',
			...(db && { DATABASE_URL: db.url }),
			...extra,
		};
		const child = spawn(process.execPath, [join(ROOT, 'scripts/start.ts')], { cwd: folder, env });
		children.push(child);
		let output = '';
		const read = (chunk: Buffer) => {
			output += String(chunk);
		};
		child.stdout.on('data', read);
		child.stderr.on('data', read);
		const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
		return { child, ended, output: () => output };
	};
	return {
		port,
		async start(env = {}) {
			const { child, ended, output } = launch(env);
			const url = `http://localhost:${port}`;
			for (const end = Date.now() + 50_000; !output().includes('Ctrl-C');) {
				if (child.exitCode !== null || Date.now() > end) throw new Error(`It did not come up:\n${output()}`);
				await new Promise((resolve) => setTimeout(resolve, 20));
			}
			return {
				url,
				control: createControl(`http://127.0.0.1:${sandboxPort}`),
				output,
				async interrupt() {
					const at = Date.now();
					child.kill('SIGINT');
					const code = await ended;
					return { ms: Date.now() - at, code };
				},
			};
		},
		async startInVain(env) {
			const { ended, output } = launch(env);
			return { code: await ended, output: output() };
		},
		async remove() {
			for (const child of children) child.kill('SIGKILL');
			await db?.close();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}
