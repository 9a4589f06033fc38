import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { mysqlAddress } from '../connection/mysql.ts';

/**
 * The database as SQL from its dump program. The dump is consistent, however long it takes. @throws Error when the dump
 * fails
 */
export async function* dumpMysql(url: string): AsyncGenerator<Buffer> {
	const program = await findProgram(['mariadb-dump', 'mysqldump']);
	const { database } = mysqlAddress(url);
	const options = ['--single-transaction', '--no-tablespaces', '--hex-blob', '--default-character-set=utf8mb4'];
	// The dump does not need the replication position, and reading it requires a privilege.
	if (!program.mariadb) options.push('--set-gtid-purged=OFF');
	const file = await optionFile(url);
	try {
		const child = spawn(program.name, [file.argument, ...options, database], { stdio: ['ignore', 'pipe', 'pipe'] });
		const ended = endOf(child, program.name);
		// Awaited after the output, where a failure is thrown. Until then it would be an unhandled rejection.
		ended.catch(() => undefined);
		for await (const chunk of child.stdout) yield chunk as Buffer;
		await ended;
	} finally {
		await file.remove();
	}
}

/** Runs SQL with the database's client program. @throws Error with the program's last line when it fails */
export async function loadMysql(url: string, sql: AsyncIterable<Buffer>): Promise<void> {
	const program = await findProgram(['mariadb', 'mysql']);
	const { database } = mysqlAddress(url);
	const file = await optionFile(url);
	try {
		const child = spawn(program.name, [file.argument, '--default-character-set=utf8mb4', database], {
			stdio: ['pipe', 'ignore', 'pipe'],
		});
		const ended = endOf(child, program.name);
		// The client's message explains more than the broken pipe error.
		const [outcome] = await Promise.allSettled([ended, pipeline(Readable.from(sql), child.stdin)]);
		if (outcome.status === 'rejected') throw outcome.reason;
	} finally {
		await file.remove();
	}
}

/** @throws Error that names the package to install, if none of the programs is installed */
export async function findProgram(names: readonly string[]): Promise<{ name: string; mariadb: boolean }> {
	for (const name of names) {
		const version = await new Promise<string | null>((resolve) => {
			const child = spawn(name, ['--version'], { stdio: ['ignore', 'pipe', 'ignore'] });
			let text = '';
			child.stdout.on('data', (chunk: Buffer) => {
				text += String(chunk);
			});
			child.once('error', () => resolve(null));
			child.once('close', () => resolve(text));
		});
		if (version !== null) return { name, mariadb: /mariadb/i.test(version) };
	}
	throw new Error(
		`Neither ${names.join(' nor ')} is installed. Install the client programs of the database (Debian: apt-get install ` +
			'mariadb-client).',
	);
}

/** The connection options in a private file. Other users could read a password on the command line. */
async function optionFile(url: string) {
	const { host, port, user, password } = mysqlAddress(url);
	const folder = await mkdtemp(join(tmpdir(), 'dropwire-client-'));
	const path = join(folder, 'client.cnf');
	const quoted = (text: string) => `"${text.replace(/[\\"]/g, '\\$&')}"`;
	const lines = ['[client]', 'protocol=tcp', `host=${host}`, `port=${port}`, `user=${quoted(user)}`];
	await writeFile(path, [...lines, `password=${quoted(password)}`, ''].join('\n'), { mode: 0o600 });
	return {
		argument: `--defaults-extra-file=${path}`,
		remove: () => rm(folder, { recursive: true, force: true }),
	};
}

function endOf(child: ReturnType<typeof spawn>, name: string): Promise<void> {
	let complaint = '';
	child.stderr?.on('data', (chunk: Buffer) => {
		complaint += String(chunk);
	});
	return new Promise((resolve, reject) => {
		child.once('error', reject);
		child.once('close', (code, signal) => {
			if (code === 0) resolve();
			else
				reject(
					new Error(`${name} failed: ${complaint.trim().split('\n').at(-1) || `it ended with ${code ?? signal}`}`),
				);
		});
	});
}
