import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { freePort } from '@dropwire/sandbox';

const program = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin', ...(process.env['PATH'] ?? '').split(delimiter)]
	.map((folder) => join(folder, 'redis-server'))
	.find((path) => existsSync(path));

/** Whether tests can start a Redis on this machine. In CI they must. */
export const canStartRedis = program !== undefined || Boolean(process.env['CI']);

/** A Redis in memory, for one test. */
export interface TestRedis {
	url: string;
	/** Ends it as a crash does. */
	stop(): Promise<void>;
	/** Starts it again, empty, at the same address. */
	start(): Promise<void>;
	/** Stops its process, so that its connections stay open and nothing is answered. */
	hang(): void;
	resume(): void;
}

/** @throws Error when there is no redis-server on this machine */
export async function startRedis(): Promise<TestRedis> {
	if (program === undefined) throw new Error('There is no redis-server. Install it: apt-get install redis-server');
	const port = await freePort();
	let stop = async () => {};
	let signal: (name: NodeJS.Signals) => void = () => {};
	const redis = {
		url: `redis://127.0.0.1:${port}`,
		stop: () => stop(),
		hang: () => signal('SIGSTOP'),
		resume: () => signal('SIGCONT'),
		async start() {
			const child = spawn(program, ['--port', String(port), '--bind', '127.0.0.1', '--save', ''], { stdio: 'ignore' });
			signal = (name) => void child.kill(name);
			stop = async () => {
				if (child.exitCode !== null || child.signalCode !== null) return;
				child.kill('SIGKILL');
				await once(child, 'exit');
			};
			while (!(await answers(port))) {
				if (child.exitCode !== null) throw new Error(`redis-server ended with ${child.exitCode}`);
				await new Promise((resolve) => setTimeout(resolve, 20));
			}
		},
	};
	await redis.start();
	return redis;
}

function answers(port: number): Promise<boolean> {
	return new Promise((resolve) => {
		const socket = connect(port, '127.0.0.1', () => {
			socket.destroy();
			resolve(true);
		});
		socket.once('error', () => resolve(false));
	});
}
