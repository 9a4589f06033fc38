import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { makeBotToken, type Running } from '@dropwire/bff';
import { SANDBOX_USERS } from '@dropwire/sandbox';

const MAIN = join(import.meta.dirname, '../bot/src/main.ts');
const TOKEN_NAME = 'bot of the sandbox';
/** How long the bot may take to exit, ms. */
const GRACE_MS = 2000;

export interface ChildBot {
	stop(): Promise<void>;
}

/** Starts the bot in a separate process, as in production, with a token that is valid until the next start. */
export async function startSandboxBot({ origin, db }: Running): Promise<ChildBot> {
	// The database has only a hash of the token, so each start creates a new token and replaces the previous one.
	const BFF_TOKEN = await makeBotToken(db, SANDBOX_USERS.ada.id, TOKEN_NAME);
	const child = spawn(process.execPath, [MAIN, '--with-parent'], {
		stdio: ['pipe', 'inherit', 'inherit'],
		env: { ...process.env, BFF_URL: origin, BFF_TOKEN },
	});
	let stopping = false;
	child.once('exit', (code) => {
		if (!stopping && code !== 0) console.error('dropwire: the bot ended; slash commands are not answered.');
	});
	return {
		async stop() {
			stopping = true;
			await ended(child);
		},
	};
}

async function ended(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return;
	const exit = new Promise((resolve) => child.once('exit', resolve));
	const late = setTimeout(() => child.kill('SIGKILL'), GRACE_MS);
	// Ctrl-C also reaches the bot directly; the end of its stdin has the same effect.
	child.stdin?.end();
	await exit;
	clearTimeout(late);
}
