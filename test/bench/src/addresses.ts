import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startTcpProxy, type TestDatabase } from '@dropwire/db/testing';
import { queueEvent } from '@dropwire/engine';
import { kill, startEngineProcess, until } from '@dropwire/engine/testing';
import { MISSED, table } from './report/markdown.ts';
import { anEvent, type BenchOptions, openBenchDatabase, spawnSandbox, subscribeAll } from './setup.ts';

const ENGINES = [1, 2, 4];
/** Discord's limit for one address, which the sandbox enforces. */
const PER_SECOND = 50;
/**
 * The time for which there are messages, s. An engine holds webhooks for 3 s, so that one can be this much longer busy
 * than another at the end.
 */
const SECONDS = 60;
const QUICK_SECONDS = 10;
/** The share of n × 50 that n engines must reach. */
const SHARE = 0.9;
/** Addresses of the range for benchmarks (RFC 2544), which are not used elsewhere. */
const SUBNET = '198.18.46';
const HOST = `${SUBNET}.1`;

/** Engines, each in a network namespace with its own address, must send n × 50 messages a second together. */
export async function addresses({ quick }: BenchOptions): Promise<string[]> {
	const seconds = quick ? QUICK_SECONDS : SECONDS;
	const rows: string[][] = [];
	for (const engines of ENGINES) {
		let network: Network;
		try {
			network = createNetwork(engines);
		} catch (error) {
			return [`Not measured: it needs Linux, iproute2 and root (${(error as Error).message}).`];
		}
		try {
			const row = await measure(network.namespaces, seconds);
			if (!row) return ['Not measured: MariaDB does not respond.'];
			rows.push(row);
		} finally {
			network.remove();
		}
	}
	return [
		`n engines on one MariaDB, each in a network namespace with its own address. The sandbox enforces Discord's limits for each address that it sees (${PER_SECOND} a second), and an event goes to as many webhooks as the limits allow in ${seconds} s. The rate counts from the first message to the last one, without the ${PER_SECOND} that each address can send at once at the start. Aim: ${SHARE} of n × ${PER_SECOND}, and no limit exceeded.`,
		'',
		...table(
			['engines', 'n × 50', 'messages a second', 'share', 'messages', 'of each address', 'limits exceeded', '429', ''],
			rows,
		),
	];
}

/** @returns a row of the table; null if MariaDB does not respond */
async function measure(namespaces: readonly string[], seconds: number): Promise<string[] | null> {
	const count = namespaces.length;
	const db = await openBenchDatabase('MariaDB');
	if (!db) return null;
	const sandbox = await spawnSandbox({ SANDBOX_HOST: HOST });
	const server = new URL(db.url);
	const proxy = await startTcpProxy({ host: server.hostname, port: Number(server.port || 3306) }, HOST);
	server.host = `${HOST}:${proxy.port}`;
	const engines: Awaited<ReturnType<typeof start>>[] = [];
	try {
		const expected = count * PER_SECOND * seconds;
		await subscribeAll(db, await sandbox.control.createWebhooks({ count: expected, ownChannels: true }));
		for (const namespace of namespaces) engines.push(await start(namespace, db, server.href, sandbox.origin));
		await until('the engines know each other', () => knowEachOther(db));
		await queueEvent(db, anEvent());
		const messages = await sandbox.control.waitForMessages({ count: expected }, 10 * seconds * 1000);
		const { limitBroken, answered } = await sandbox.control.stats();
		const times = messages.map(({ at }) => at);
		// Each address can send PER_SECOND messages at once at the start.
		const ms = Math.max(...times) - Math.min(...times);
		const rate = ((expected - count * PER_SECOND) * 1000) / ms;
		const share = rate / (count * PER_SECOND);
		const byAddress = Map.groupBy(messages, ({ from }) => from);
		const refused = answered['429'] ?? 0;
		const met = share >= SHARE && limitBroken === 0 && refused === 0 && byAddress.size === count;
		return [
			String(count),
			String(count * PER_SECOND),
			rate.toFixed(1),
			share.toFixed(3),
			String(messages.length),
			[...byAddress.values()].map(({ length }) => length).join(', '),
			String(limitBroken),
			String(refused),
			met ? 'met' : MISSED,
		];
	} finally {
		await Promise.all(engines.map((engine) => kill(engine)));
		await proxy.close();
		sandbox.stop();
		await db.close();
	}
}

/** An engine learns of the others with its next heartbeat, and holds as many webhooks as it can before that. */
async function knowEachOther({ knex }: TestDatabase): Promise<boolean> {
	const row = await knex('workers').min({ beat: 'heartbeatAt' }).max({ started: 'startedAt' }).first();
	return Number(row?.['beat']) > Number(row?.['started']);
}

function start(namespace: string, { dataDir }: TestDatabase, databaseUrl: string, discordUrl: string) {
	const folder = join(dataDir, namespace);
	mkdirSync(folder);
	return startEngineProcess({
		databaseUrl,
		dataDir: folder,
		discordUrl,
		env: {
			EGRESS_NAME: namespace,
			DISCORD_REQUESTS_PER_SECOND: String(PER_SECOND),
			POLL_INTERVAL_MS: '86400000',
			WEBHOOK_CHECKS_PER_SECOND: '0',
		},
		command: ['ip', 'netns', 'exec', namespace, process.execPath],
	});
}

interface Network {
	namespaces: readonly string[];
	remove(): void;
}

/**
 * Creates a bridge with the address `HOST`, and namespaces that are connected to it. They are also removed when this
 * process ends.
 * @throws Error where namespaces are not permitted; then nothing is left behind
 */
function createNetwork(size: number): Network {
	// Names of interfaces have 15 characters at most.
	const name = (kind: string) => `dw${process.pid}${kind}`;
	const bridge = name('br');
	const pairs = Array.from({ length: size }, (_, n) => {
		return { namespace: name(`n${n}`), outside: name(`o${n}`), inside: name(`i${n}`), address: `${SUBNET}.${n + 2}` };
	});
	const remove = () => {
		process.off('exit', remove);
		process.off('SIGINT', exit).off('SIGTERM', exit);
		for (const { namespace, outside } of pairs) {
			spawnSync('ip', ['link', 'delete', outside]);
			spawnSync('ip', ['netns', 'delete', namespace]);
		}
		spawnSync('ip', ['link', 'delete', bridge]);
	};
	process.once('exit', remove);
	process.once('SIGINT', exit).once('SIGTERM', exit);
	try {
		ip('link', 'add', bridge, 'type', 'bridge');
		ip('address', 'add', `${HOST}/24`, 'dev', bridge);
		ip('link', 'set', bridge, 'up');
		for (const { namespace, outside, inside, address } of pairs) {
			ip('netns', 'add', namespace);
			ip('link', 'add', outside, 'type', 'veth', 'peer', 'name', inside, 'netns', namespace);
			ip('link', 'set', outside, 'master', bridge, 'up');
			ip('-n', namespace, 'address', 'add', `${address}/24`, 'dev', inside);
			ip('-n', namespace, 'link', 'set', inside, 'up');
		}
	} catch (error) {
		remove();
		throw error;
	}
	return { namespaces: pairs.map(({ namespace }) => namespace), remove };
}

/** A signal ends the process without the event `exit` unless it is handled. */
function exit(): void {
	process.exit(1);
}

/** @throws Error with what the program `ip` printed */
function ip(...args: readonly string[]): void {
	const { status, stderr, error } = spawnSync('ip', args, { encoding: 'utf8' });
	if (status !== 0) throw new Error(`ip ${args.join(' ')}: ${error?.message ?? stderr.trim()}`);
}
