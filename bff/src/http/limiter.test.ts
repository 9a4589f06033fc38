import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { RATE_LIMITS } from '@dropwire/contract';
import { createLimiter, type Limiter } from './limiter.ts';

/** A Redis as far as a connection goes; to the rest it answers as `answer` says, or not at all. */
let answer: (command: string) => string | null;
const sockets = new Set<Socket>();
let connections = 0;
const redis = createServer((socket) => {
	connections++;
	sockets.add(socket);
	socket.on('error', () => undefined);
	socket.on('data', (data) => {
		for (const [, command = ''] of String(data).matchAll(/\*\d+\r\n\$\d+\r\n(\w+)/g)) {
			const text = answer(command.toLowerCase());
			if (text !== null) socket.write(text);
		}
	});
});
const lines: string[] = [];
const log = pino({}, { write: (line: string) => void lines.push(line) });
let limiter: Limiter;
beforeEach(async () => {
	lines.length = 0;
	redis.listen(0, '127.0.0.1');
	await once(redis, 'listening');
});
afterEach(async () => {
	limiter.close();
	for (const socket of sockets) socket.destroy();
	await new Promise((resolve) => redis.close(resolve));
});
const connect = () => {
	limiter = createLimiter(`redis://:secret-word@127.0.0.1:${(redis.address() as AddressInfo).port}`, log, 1);
};
const take = () => limiter.take('images', { user: 'ada', address: 'here' });

test('calls are counted in the process while Redis hangs', async () => {
	const asked: string[] = [];
	answer = (command) => {
		asked.push(command);
		if (command === 'info') return '$15\r\nredis_version:7\r\n';
		return ['hello', 'auth', 'client'].includes(command) ? '+OK\r\n' : null;
	};
	connect();
	// Until it is connected calls are counted here; then each waits for it, until it has not answered for a second.
	const counts = () => asked.some((command) => command.startsWith('eval') || command === 'multi');
	await expect.poll(() => take().then(counts)).toBe(true);
	const taken = await Promise.allSettled(Array.from({ length: RATE_LIMITS.images.points + 1 }, take));
	expect(taken.at(-1)).toMatchObject({ status: 'rejected', reason: { code: 'rate_limited' } });
	// The connection is replaced, and the new one is not answered either.
	answer = (command) => {
		asked.push(command);
		return null;
	};
	await expect.poll(() => limiter.shared).toBe(false);
	asked.length = 0;
	await expect(take()).rejects.toMatchObject({ code: 'rate_limited' });
	expect(asked.filter((command) => command.startsWith('eval') || command === 'multi')).toEqual([]);
});

test('an idle Redis that hangs is noticed', async () => {
	answer = (command) => (command === 'info' ? '$15\r\nredis_version:7\r\n' : '+OK\r\n');
	connect();
	await expect.poll(() => limiter.shared).toBe(true);
	answer = () => null;
	await expect.poll(() => limiter.shared).toBe(false);
	await expect.poll(() => lines.join('')).toContain('Redis does not answer');
});

test.each([
	"OOM command not allowed when used memory > 'maxmemory'",
	"READONLY You can't write against a read only replica",
])('a Redis that answers writes with %s is noticed, and so is its end', async (error) => {
	const works = (command: string) => (command === 'info' ? '$15\r\nredis_version:7\r\n' : '+OK\r\n');
	answer = (command) => (command === 'set' ? `-${error}\r\n` : works(command));
	connect();
	await expect.poll(() => lines.join('')).toContain(error);
	expect(limiter.shared).toBe(false);
	answer = works;
	await expect.poll(() => limiter.shared).toBe(true);
	expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
		'Redis answers with an error; calls are counted in this process',
		'Redis answers again',
	]);
});

test('a rejected Redis connection is logged once, without its password', async () => {
	answer = () => '-WRONGPASS invalid username-password pair\r\n';
	connect();
	await expect.poll(() => lines.length).toBeGreaterThan(0);
	const before = connections;
	for (const socket of sockets) socket.destroy();
	await expect.poll(() => connections).toBeGreaterThan(before + 1);
	expect(lines).toHaveLength(1);
	expect(lines[0]).toContain('Redis does not answer');
	expect(lines.join('')).not.toContain('secret-word');
	await take();
});
