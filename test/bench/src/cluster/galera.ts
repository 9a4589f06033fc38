import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
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
	/** Stops a node as its service does. Resolves when it has ended. */
	shutDown(node: number): Promise<void>;
	/** Starts a node that has ended. */
	restart(node: number): Promise<void>;
	/** Resolves when all nodes have the same data. @throws Error after three minutes */
	synced(): Promise<void>;
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
	const start = (node: number, ...options: string[]) => {
		const args = [...nodeArguments(folder, nodes, node), ...options];
		processes[node] = spawn(MARIADB, args, { stdio: logTo(join(folder, `${node}.log`)) });
	};
	const startHaproxy = (name: string, config: string) => {
		const file = join(folder, `${name}.cfg`);
		writeFileSync(file, config);
		processes.push(spawn(HAPROXY, ['-db', '-f', file], { stdio: logTo(join(folder, `${name}.log`)) }));
	};
	const synced = async () => {
		const end = Date.now() + JOIN_MS;
		const all = () => Promise.all(nodes.map(({ sql }) => isSynced(sql, SIZE)));
		while (!(await all()).every(Boolean)) await pause(end, folder);
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
		while (!(await isSynced(nodes[0]?.sql as number, 1))) await pause(end, folder);
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
		async shutDown(node) {
			const child = processes[node] as ChildProcess;
			const ended = once(child, 'exit');
			child.kill('SIGTERM');
			await ended;
		},
		async restart(node) {
			start(node, ...(await positionOf(nodeArguments(folder, nodes, node))));
		},
		synced,
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
	return `
defaults
  mode tcp
  timeout connect 3s
  timeout check 1s
  timeout client 1h
  timeout server 1h
listen galera
  bind 127.0.0.1:${port}
  stick-table type integer size 10 nopurge
  stick on int(1)
  option mysql-check user haproxy post-41
  default-server check inter 1s fall 2 rise 2 on-marked-down shutdown-sessions
${nodes.map((sql, node) => `  server n${node} 127.0.0.1:${sql}${node > 0 ? ' backup' : ''}`).join('\n')}
`;
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

/** Whether a node has the data of a cluster of this size. A node that was frozen believes for seconds that it still belongs to it. */
async function isSynced(port: number, size: number): Promise<boolean> {
	const names = "'wsrep_cluster_size', 'wsrep_local_state_comment'";
	const status = await query(port, `show status where Variable_name in (${names})`);
	return status.includes(`wsrep_cluster_size\t${size}`) && status.includes('Synced');
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
