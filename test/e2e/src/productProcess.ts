import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTestDatabase, PROCESS_ENV, TEST_SECRET_KEY } from '@dropwire/db/testing';
import { type Control, createControl, freePort } from '@dropwire/sandbox';

const ROOT = join(import.meta.dirname, '../../..');

/** The product in a separate process, as `npm start` runs it. */
export interface RunningProduct {
	url: string;
	control: Control;
	/** The complete output. */
	output(): string;
	/** Sends Ctrl-C. @returns the time until the process exited, ms, and the exit code */
	interrupt(): Promise<{ ms: number; code: number | null }>;
}

export interface ProductFolder {
	/** Starts the product. Later starts use the data of the earlier ones. */
	start(env?: Record<string, string>): Promise<RunningProduct>;
	/** Starts the product and expects it to exit with an error. */
	startAndFail(env: Record<string, string>): Promise<{ output: string; code: number | null }>;
	folder: string;
	port: number;
	remove(): Promise<void>;
}

/** Creates a folder, ports and a database for one product. */
export async function openProductFolder(): Promise<ProductFolder> {
	const folder = mkdtempSync(join(tmpdir(), 'dropwire-e2e-'));
	const db = process.env['DATABASE_URL']?.startsWith('mysql:') ? await openTestDatabase({ migrated: false }) : null;
	const [port, sandboxPort] = await Promise.all([freePort(), freePort()]);
	const children: ChildProcess[] = [];
	const launch = (extra: Record<string, string>) => {
		const env = {
			...PROCESS_ENV,
			PORT: String(port),
			SANDBOX_PORT: String(sandboxPort),
			DATA_DIR: folder,
			SECRET_KEY: TEST_SECRET_KEY,
			POLL_INTERVAL_MS: '500',
			// The bot is a separate process, which most tests do not need.
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
		folder,
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
		async startAndFail(env) {
			const { child, output } = launch(env);
			// Its output can arrive after its end.
			const [code] = (await once(child, 'close')) as [number | null];
			return { code, output: output() };
		},
		async remove() {
			for (const child of children) child.kill('SIGKILL');
			await db?.close();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}
