import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { botToken, openTestServer } from '@dropwire/bff/testing';
import { SANDBOX_APP } from '@dropwire/sandbox';
import { percentile } from './setup.ts';

const MAIN = join(import.meta.dirname, '../../../bot/src/main.ts');
const GUILDS = 2000;
/** The size of a guild with a few hundred members. */
const SIZE = { channels: 30, roles: 15 };
const COMMANDS = 200;
/** Time for garbage collection after startup, ms. */
const SETTLE_MS = 10_000;

/** Measures the bot's memory by number of guilds, and its response time while it is in all of them. */
export async function bot(): Promise<string[]> {
	const testServer = await openTestServer();
	const { control } = testServer.sandbox;
	const env = {
		...process.env,
		DISCORD_BOT_TOKEN: SANDBOX_APP.botToken,
		DISCORD_URL: testServer.sandbox.origin,
		BFF_URL: testServer.server.origin,
		BFF_TOKEN: await botToken(testServer.db),
	};
	const few = await measure(env);
	const guilds = await control.addGuilds({ count: GUILDS, ...SIZE });
	let acknowledged: number[] = [];
	let suggested: number[] = [];
	const many = await measure(env, async () => {
		const places = guilds.slice(0, COMMANDS).map(({ id, channelId }) => ({
			as: 'ada' as const,
			guildId: id,
			channelId: channelId ?? '',
		}));
		acknowledged = await times(places, (place) => control.command({ ...place, name: 'links' }));
		suggested = await times(places, (place) => control.suggestions({ ...place, name: 'unlink', focused: 'link' }));
	});
	await testServer.close();
	const row = (guildCount: number, { ms, megabytes }: Measured) =>
		`| ${guildCount} | ${(ms / 1000).toFixed(1)} s | ${megabytes.toFixed(0)} MB |`;
	return [
		`One process; every guild with ${SIZE.channels} channels and ${SIZE.roles} roles, memory ${SETTLE_MS / 1000} s after the start:`,
		'',
		'| guilds | from the start to ready | memory (RSS) |',
		'|---|---|---|',
		row(3, few),
		row(GUILDS + 3, many),
		'',
		`That is ${(((many.megabytes - few.megabytes) * 1024) / GUILDS).toFixed(0)} kB a guild. ${COMMANDS} commands and suggestions there, one after another, from Discord's event to its answer:`,
		'',
		'| | p50 | p99 | limit |',
		'|---|---|---|---|',
		`| acknowledgement of a command | ${percentile(acknowledged, 0.5)} ms | ${percentile(acknowledged, 0.99)} ms | 3000 ms |`,
		`| suggestions that our server is asked for | ${percentile(suggested, 0.5)} ms | ${percentile(suggested, 0.99)} ms | 500 ms |`,
	];
}

interface Measured {
	ms: number;
	megabytes: number;
}

/** Starts the bot like `npm run bot`, runs `work` with it, and stops it. */
async function measure(env: NodeJS.ProcessEnv, work = async () => {}): Promise<Measured> {
	const at = performance.now();
	const child = spawn(process.execPath, [MAIN, '--with-parent'], { env, stdio: ['pipe', 'pipe', 'inherit'] });
	await ready(child);
	const ms = performance.now() - at;
	await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
	const megabytes = memoryOf(child);
	await work();
	const ended = new Promise((resolve) => child.once('exit', resolve));
	child.kill('SIGTERM');
	await ended;
	return { ms, megabytes };
}

function ready(child: ChildProcess): Promise<void> {
	return new Promise((resolve, reject) => {
		child.once('exit', (code) => reject(new Error(`The bot ended with ${code}`)));
		child.stdout?.on('data', (chunk: Buffer) => {
			if (String(chunk).includes('the bot is ready')) resolve();
		});
	});
}

/** Resident memory as Linux reports it, MB. */
function memoryOf({ pid }: ChildProcess): number {
	const [, kilobytes = '0'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
	return Number(kilobytes) / 1024;
}

async function times<T>(
	places: readonly T[],
	work: (place: T) => Promise<{ acknowledgedMs: number | null }>,
): Promise<number[]> {
	const all: number[] = [];
	for (const place of places) {
		const { acknowledgedMs } = await work(place);
		if (acknowledgedMs === null) throw new Error('An interaction was not acknowledged');
		all.push(acknowledgedMs);
	}
	return all;
}
