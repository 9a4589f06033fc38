import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '@dropwire/sandbox';

const run = promisify(execFile);
/** Debian's packages: mariadb-server, galera-4 and haproxy. */
const PROVIDER = '/usr/lib/galera/libgalera_smm.so';
const MARIADB = '/usr/sbin/mariadbd';
const HAPROXY = '/usr/sbin/haproxy';
const PROGRAMS = [MARIADB, HAPROXY, PROVIDER];
/** rsync, which copies a node's files, gives up the rights of root. */
const USER = userInfo().uid === 0 ? 'mysql' : userInfo().username;
const SIZE = 3;
/** A node that joins copies the data of another one first, on a busy machine. */
const JOIN_MS = 180_000;
/** How long a person waits for Galera to recover. */
const PATIENCE_MS = 30_000;

/** A node's ports: for statements, and for the other nodes. */
interface Ports {
	sql: number;
	group: number;
	ist: number;
	sst: number;
}

/** Three nodes of MariaDB with Galera on this machine, behind HAProxy, which sends everything to one of them. */
export interface Galera {
	/** HAProxy's address, as a DATABASE_URL. */
	url: string;
	/** The index of the node that HAProxy sends new connections to. */
	writer(): Promise<number>;
	/** The indexes of the other nodes. */
	backups(): Promise<number[]>;
	signal(node: number, signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void;
	/** Cuts a node off from the other nodes, not from HAProxy, or ends that. */
	isolate(node: number, isolated: boolean): Promise<void>;
	/** Stops a node as its service does. Resolves when it has ended. */
	shutDown(node: number): Promise<void>;
	/** Starts a node that has ended. */
	restart(node: number): Promise<void>;
	/**
	 * Resolves when all nodes have the same data. If Galera does not recover, does what docs/operations.md asks of a person.
	 * @throws Error after three minutes
	 */
	synced(): Promise<void>;
	/** What a person would have had to do so far. */
	readonly done: readonly string[];
	/** Starts another HAProxy, which divides calls between the servers at these ports. @returns its origin */
	balance(servers: readonly number[]): Promise<string>;
	stop(): Promise<void>;
}

/** Starts the cluster with an empty database `test`; null if a program is missing. */
export async function startGalera(): Promise<Galera | null> {
	if (!PROGRAMS.every((program) => existsSync(program))) return null;
	const folder = mkdtempSync(join(tmpdir(), 'dropwire-galera-'));
	const nodes: Ports[] = [];
	for (let node = 0; node < SIZE; node++) {
		nodes.push({ sql: await freePort(), group: await freePort(), ist: await freePort(), sst: await freePort() });
	}
	const port = await freePort();
	const processes: ChildProcess[] = [];
	const done: string[] = [];
	const start = (node: number, ...options: string[]) => {
		const args = [...nodeArguments(folder, nodes, node), ...options];
		processes[node] = spawn(MARIADB, args, { stdio: logTo(join(folder, `${node}.log`)) });
	};
	const startHaproxy = (name: string, config: string) => {
		const file = join(folder, `${name}.cfg`);
		writeFileSync(file, config);
		processes.push(spawn(HAPROXY, ['-db', '-f', file], { stdio: logTo(join(folder, `${name}.log`)) }));
	};
	const shutDown = async (node: number) => {
		const child = processes[node] as ChildProcess;
		const ended = once(child, 'exit');
		child.kill('SIGTERM');
		await ended;
	};
	const restart = async (node: number) => start(node, ...(await positionOf(nodeArguments(folder, nodes, node))));
	const synced = async () => {
		const end = Date.now() + JOIN_MS;
		for (let patience = Date.now() + PATIENCE_MS; ; await sleep(200)) {
			const states = await Promise.all(nodes.map(({ sql }) => stateOf(sql)));
			if (states.every(({ synced, size }) => synced && size === SIZE)) return;
			if (Date.now() > end) throw new Error(`The cluster is not ready: ${JSON.stringify({ states, done })}`);
			if (Date.now() < patience) continue;
			await recover(states);
			patience = Date.now() + PATIENCE_MS;
		}
	};
	const recover = async (states: readonly NodeState[]) => {
		const lost = states.findIndex(({ gaveUp }) => gaveUp);
		if (lost >= 0) {
			await shutDown(lost);
			await restart(lost);
			done.push('a node that gave up restarted');
		} else if (
			states.every(({ primary }) => !primary) &&
			(done.length > 0 || states.every(({ committed }) => committed >= 0))
		) {
			// Nodes that were restarted answer only when there is a primary one.
			const most = Math.max(...states.map(({ committed }) => committed));
			const newest = nodes[states.findIndex(({ committed }) => committed === most)] as Ports;
			await query(newest.sql, "set global wsrep_provider_options = 'pc.bootstrap=YES'");
			done.push('`pc.bootstrap`');
		}
	};
	const stop = async () => {
		await Promise.all(
			processes.map(async (child) => {
				if (child.exitCode !== null || child.signalCode !== null) return;
				const ended = once(child, 'exit');
				child.kill('SIGKILL');
				await ended;
			}),
		);
		rmSync(folder, { recursive: true, force: true });
	};
	try {
		await install(folder);
		start(0, '--wsrep-new-cluster');
		const end = Date.now() + JOIN_MS;
		while (!(await stateOf(nodes[0]?.sql as number)).synced) await pause(end, folder);
		for (let node = 1; node < SIZE; node++) start(node);
		await synced();
		await query(nodes[0]?.sql as number, "create database test; create user haproxy@'127.0.0.1'");
		startHaproxy(
			'database',
			databaseConfig(
				port,
				nodes.map(({ sql }) => sql),
			),
		);
		while ((await query(port, 'select 1').catch(() => '')) === '') await pause(end, folder);
	} catch (error) {
		await stop();
		throw error;
	}
	const writer = async () => Number(await query(port, 'select @@wsrep_node_name'));
	return {
		url: `mysql://root@127.0.0.1:${port}/test`,
		writer,
		async backups() {
			const written = await writer();
			return nodes.map((_, node) => node).filter((node) => node !== written);
		},
		signal: (node, signal) => void processes[node]?.kill(signal),
		async isolate(node, isolated) {
			const option = `gmcast.isolate=${isolated ? 1 : 0}`;
			await query(nodes[node]?.sql as number, `set global wsrep_provider_options = '${option}'`);
		},
		shutDown,
		restart,
		synced,
		done,
		async balance(servers) {
			const front = await freePort();
			startHaproxy('servers', serversConfig(front, servers));
			const origin = `http://127.0.0.1:${front}`;
			const end = Date.now() + JOIN_MS;
			while (!(await fetch(`${origin}/healthz`).catch(() => null))?.ok) await pause(end, folder);
			return origin;
		},
		stop,
	};
}

/** Installs the system tables once: the nodes begin with the same files. */
async function install(folder: string): Promise<void> {
	const first = join(folder, '0');
	await run('chown', [USER, folder]);
	const options = [`--user=${USER}`, `--datadir=${first}`, '--auth-root-authentication-method=normal'];
	await run('mariadb-install-db', ['--no-defaults', ...options, '--skip-test-db']);
	for (let node = 1; node < SIZE; node++) cpSync(first, join(folder, String(node)), { recursive: true });
	for (let node = 0; node < SIZE; node++) mkdirSync(join(folder, `${node}.tmp`));
	await run('chown', ['-R', USER, folder]);
}

function logTo(file: string): ['ignore', number, number] {
	const log = openSync(file, 'a');
	return ['ignore', log, log];
}

/** As Debian's service does, reads the last transaction of a node's files, so that the node only copies what is newer. */
async function positionOf(args: readonly string[]): Promise<string[]> {
	const { stderr } = await run(MARIADB, [...args, '--wsrep-recover']);
	const position = /Recovered position: *(\S+)/.exec(stderr)?.[1];
	return position ? [`--wsrep-start-position=${position}`] : [];
}

function nodeArguments(folder: string, nodes: readonly Ports[], node: number): string[] {
	const { sql, group, ist, sst } = nodes[node] as Ports;
	const file = (kind: string) => join(folder, `${node}.${kind}`);
	return [
		'--no-defaults',
		`--user=${USER}`,
		`--datadir=${join(folder, String(node))}`,
		`--tmpdir=${file('tmp')}`,
		`--socket=${file('sock')}`,
		`--pid-file=${file('pid')}`,
		`--port=${sql}`,
		'--bind-address=127.0.0.1',
		'--max-connections=200',
		'--innodb-buffer-pool-size=128M',
		'--innodb-autoinc-lock-mode=2',
		'--binlog-format=ROW',
		'--wsrep-on=ON',
		`--wsrep-provider=${PROVIDER}`,
		'--wsrep-cluster-name=dropwire',
		`--wsrep-node-name=${node}`,
		`--wsrep-node-address=127.0.0.1:${group}`,
		`--wsrep-provider-options=base_port=${group};gmcast.listen_addr=tcp://127.0.0.1:${group};ist.recv_addr=127.0.0.1:${ist};gcache.size=64M`,
		`--wsrep-cluster-address=gcomm://${nodes.map((one) => `127.0.0.1:${one.group}`).join(',')}`,
		'--wsrep-sst-method=rsync',
		`--wsrep-sst-receive-address=127.0.0.1:${sst}`,
	];
}

/** The configuration of docs/operations.md, with these ports. */
function databaseConfig(port: number, nodes: readonly number[]): string {
	const page = readFileSync(join(import.meta.dirname, '../../../../docs/operations.md'), 'utf8');
	const [, config = ''] = /^```\n(defaults\n.*?^listen galera\n.*?)^```$/ms.exec(page) ?? [];
	return config
		.replace('127.0.0.1:3306', `127.0.0.1:${port}`)
		.replaceAll(/10\.0\.0\.(\d):3306/g, (_, number: string) => `127.0.0.1:${nodes[Number(number) - 1]}`);
}

/** A call that a stopping server does not accept goes to the next one. */
function serversConfig(port: number, servers: readonly number[]): string {
	return `
defaults
  mode http
  timeout connect 3s
  timeout client 1m
  timeout server 1m
listen servers
  bind 127.0.0.1:${port}
  option http-server-close
  option redispatch 1
${servers.map((server, n) => `  server s${n} 127.0.0.1:${server}`).join('\n')}
`;
}

interface NodeState {
	/** Whether it has the data of its cluster. A node that was frozen believes for seconds that it still belongs to it. */
	synced: boolean;
	primary: boolean;
	/** Whether it left the group for good: "backend must be restarted". */
	gaveUp: boolean;
	/** The number of nodes in its group. */
	size: number;
	/** Its last transaction; -1 if it does not respond. */
	committed: number;
}

async function stateOf(port: number): Promise<NodeState> {
	const names = ['cluster_size', 'cluster_status', 'connected', 'last_committed', 'local_state_comment'];
	const list = names.map((name) => `'wsrep_${name}'`).join(', ');
	const lines = (await query(port, `show status where Variable_name in (${list})`)).split('\n');
	const status = new Map(lines.map((line) => line.split('\t') as [string, string]));
	return {
		synced: status.get('wsrep_local_state_comment') === 'Synced',
		primary: status.get('wsrep_cluster_status') === 'Primary',
		gaveUp: status.get('wsrep_connected') === 'OFF',
		size: Number(status.get('wsrep_cluster_size')),
		committed: Number(status.get('wsrep_last_committed') ?? -1),
	};
}

/** Runs a statement through the command-line client; empty while the server does not respond. */
async function query(port: number, sql: string): Promise<string> {
	const options = ['--no-defaults', '-h127.0.0.1', `-P${port}`, '-uroot', '--connect-timeout=2', '-N', '-e', sql];
	const { stdout } = await run('mariadb', options, { timeout: 5000 }).catch(() => ({ stdout: '' }));
	return stdout.trim();
}

async function pause(end: number, folder: string): Promise<void> {
	if (Date.now() > end) throw new Error(`The cluster is not ready after ${JOIN_MS / 1000} s; see ${folder}/*.log`);
	await sleep(200);
}
