import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ProductFolder, openProductFolder } from './productProcess.ts';

let home: ProductFolder;
beforeEach(async () => {
	home = await openProductFolder();
});
afterEach(() => home.remove());

test('the first start needs no configuration and sends a message', async () => {
	const whole = await home.start();
	expect(whole.output()).toContain(`The product     ${whole.url}`);
	expect(whole.output()).toContain('Ada (operator (admin))');
	const [message] = await whole.control.waitForMessages({ count: 1 }, 90_000);
	expect(message!.body).toMatchObject({ embeds: [{ title: expect.stringMatching(/\w/), color: expect.any(Number) }] });
	expect((await fetch(`${whole.url}/readyz`)).status).toBe(200);

	const { ms, code } = await whole.interrupt();
	expect(code).toBe(0);
	expect(ms).toBeLessThan(20_000);

	const again = await home.start();
	const messages = await again.control.messages();
	expect(messages.map(({ id }) => id)).toContain(message!.id);
	expect((await again.interrupt()).code).toBe(0);
});

test.each([
	[
		'a data folder that cannot be created',
		{ DATA_DIR: '/dev/null/data' },
		/^dropwire: Invalid configuration: DATA_DIR must be a folder .*, but \/dev\/null\/data is not \(ENOTDIR\)$/,
	],
	[
		'production in sandbox mode',
		{ NODE_ENV: 'production' },
		/^dropwire: Invalid configuration for production: DISCORD_CLIENT_ID must be set.*$/,
	],
])('%s is one line and exit code 1', async (_, env, line) => {
	const { output, code } = await home.startAndFail(env);
	expect(output.trim()).toMatch(line);
	expect(code).toBe(1);
});

test('an application that is named in a file replaces the sandbox', async () => {
	const DISCORD_CLIENT_ID_FILE = join(home.folder, 'client-id');
	writeFileSync(DISCORD_CLIENT_ID_FILE, '1\n');
	const { output, code } = await home.startAndFail({ DISCORD_CLIENT_ID_FILE });
	expect([output.trim(), code]).toEqual([
		'dropwire: Invalid configuration: DISCORD_CLIENT_SECRET must be set with DISCORD_CLIENT_ID',
		1,
	]);
});

test('a port in use is one line and exit code 1', async () => {
	const taken = createServer();
	await new Promise<void>((resolve) => taken.listen(home.port, '127.0.0.1', resolve));
	const { output, code } = await home.startAndFail({});
	taken.close();
	// Before it, the log can have warnings about the database server's settings.
	expect(output.trim().split('\n').at(-1)).toBe(
		`dropwire: Port ${home.port} on 127.0.0.1 is in use. Set PORT to another one.`,
	);
	expect(code).toBe(1);
});
