import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Running } from '@dropwire/bff';
import { makeBotToken } from '@dropwire/bff/tokens/botToken';
import { SANDBOX_USERS } from '@dropwire/sandbox';

const MAIN = join(import.meta.dirname, '../bot/src/main.ts');
const TOKEN_NAME = 'bot of the sandbox';
/** How long it may take to end, ms. */
const GRACE_MS = 2000;

export interface ChildBot {
	stop(): Promise<void>;
}

/** Starts the bot as a process of its own, as in production, with a token that lasts until the next start. */
export async function startSandboxBot({ origin, db }: Running): Promise<ChildBot> {
	// Kept as a hash like every token, so each start makes a new one in place of the last.
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
	// A Ctrl-C has reached it already; the end of its input means the same.
	child.stdin?.end();
	await exit;
	clearTimeout(late);
}
