import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTestDatabase, type TestDatabase } from '@dropwire/db/testing';
import { NO_LIMITS, startRedis } from '@dropwire/engine/testing';
import { freePort, type Sandbox, startSandbox } from '@dropwire/sandbox';
import { environmentOf } from '../../../scripts/compose.ts';
import { createLauncher, type Launched, until } from './launch.ts';
import { dotenvOf, programOf } from './production.ts';
import { prepareProxy, type Proxy } from './proxy.ts';

/** Two servers and two engines on one database server with Redis, behind the proxy; the sandbox is Discord. */
export interface Cluster {
	proxy: Proxy;
	db: TestDatabase;
	sandbox: Sandbox;
	/** Restarts every server and engine as an operator does: one after the other, each when the previous one is ready. */
	restartAll(): Promise<void>;
	close(): Promise<void>;
}

export async function openCluster(): Promise<Cluster> {
	const folder = mkdtempSync(join(tmpdir(), 'dropwire-cluster-'));
	const [db, sandbox, redis] = await Promise.all([
		openTestDatabase(),
		startSandbox({ limits: NO_LIMITS }),
		startRedis(),
	]);
	const proxy = await prepareProxy(folder);
	const ports = [await freePort(), await freePort()];
	const launcher = createLauncher(folder);
	const dotenv = {
		...dotenvOf(proxy.url, sandbox.origin),
		REDIS_URL: redis.url,
		// Their default is for people.
		RATE_LIMIT_FACTOR: '1000',
		DISCORD_REQUESTS_PER_SECOND: '100000',
	};
	/** Starts a service of docker-compose.yml with its usual settings. Resolves when it is ready. */
	const start = async (service: string, port: number | undefined): Promise<Launched> => {
		// Without a container, they share the ports of this machine.
		const here = { DATABASE_URL: db.url, DATA_DIR: folder, PORT: String(port), METRICS_PORT: '' };
		const env = { ...environmentOf(service, dotenv), ...here };
		const launched = launcher.launch(process.execPath, [programOf(service)], env);
		// Before the server listens, the connection is refused.
		const isReady = async () => (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.status === 200;
		await until(() => (port ? isReady() : launched.output().includes('the engine runs')), launched);
		return launched;
	};
	const close = async () => {
		await launcher.close();
		await redis.stop();
		await sandbox.close();
		await db.close();
		rmSync(folder, { recursive: true, force: true });
	};
	const roles = [...ports.map((port) => ['bff', port] as const), ['engine', undefined], ['engine', undefined]] as const;
	try {
		const running = await Promise.all(roles.map(([service, port]) => start(service, port)));
		await proxy.start(
			launcher,
			ports.map((port) => `127.0.0.1:${port}`),
			dotenv,
		);
		return {
			proxy,
			db,
			sandbox,
			async restartAll() {
				for (const [index, [service, port]] of roles.entries()) {
					const { child, ended, output } = running[index] as Launched;
					child.kill('SIGTERM');
					if ((await ended) !== 0) throw new Error(`${service} did not end well:\n${output()}`);
					running[index] = await start(service, port);
				}
			},
			close,
		};
	} catch (error) {
		await close();
		throw error;
	}
}
