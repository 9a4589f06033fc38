import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTestDatabase, TEST_SECRET_KEY } from '@dropwire/db/testing';
import { freePort, SANDBOX_APP, SANDBOX_USERS, startSandbox } from '@dropwire/sandbox';
import { commandOf, environmentOf } from '../../../scripts/compose.ts';
import { createLauncher, until } from './launch.ts';
import { prepareProxy, type Proxy } from './proxy.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** The services of docker-compose.yml without Docker: the proxy's nginx with TLS, and the server behind it. */
export interface Production extends Omit<Proxy, 'start'> {
	/** The server's address for the other containers. */
	serverUrl: string;
	close(): Promise<void>;
}

/** What `.env` must set, for the sandbox as Discord. */
export function dotenvOf(publicUrl: string, discordUrl: string): Record<string, string> {
	return {
		MYSQL_PASSWORD: 'unused',
		PUBLIC_URL: publicUrl,
		SECRET_KEY: TEST_SECRET_KEY,
		DISCORD_CLIENT_ID: SANDBOX_APP.clientId,
		DISCORD_CLIENT_SECRET: SANDBOX_APP.clientSecret,
		ADMIN_DISCORD_IDS: SANDBOX_USERS.ada.id,
		DISCORD_URL: discordUrl,
	};
}

/** The program of a service of docker-compose.yml. */
export function programOf(service: string): string {
	return join(ROOT, commandOf(service).at(-1) ?? '');
}

/** Starts the services like `docker compose up`, on a temporary database and with the sandbox as Discord. */
export async function openProduction(settings: Record<string, string> = {}): Promise<Production> {
	const folder = mkdtempSync(join(tmpdir(), 'dropwire-production-'));
	const [db, sandbox] = await Promise.all([openTestDatabase({ migrated: false }), startSandbox()]);
	const port = await freePort();
	const { start, ...proxy } = await prepareProxy(folder);
	const dotenv = { ...dotenvOf(proxy.url, sandbox.origin), ...settings };
	const launcher = createLauncher(folder);
	/**
	 * Starts a service with its usual settings, except for the address of the database, the data folder and the ports.
	 */
	const launchService = (service: string) => {
		const here = { DATABASE_URL: db.url, DATA_DIR: folder, PORT: String(port), METRICS_PORT: '', BOT_HEALTH_PORT: '' };
		return launcher.launch(process.execPath, [programOf(service)], { ...environmentOf(service, dotenv), ...here });
	};
	const close = async () => {
		await launcher.close();
		await sandbox.close();
		await db.close();
		rmSync(folder, { recursive: true, force: true });
	};
	try {
		const migrate = launchService('migrate');
		if ((await migrate.ended) !== 0) throw new Error(`The migration failed:\n${migrate.output()}`);
		const bff = launchService('bff');
		await until(() => bff.output().includes('listening'), bff);
		await start(launcher, [`127.0.0.1:${port}`], dotenv);
	} catch (error) {
		await close();
		throw error;
	}
	return { ...proxy, serverUrl: `http://127.0.0.1:${port}`, close };
}
