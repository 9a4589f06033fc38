import { createServer } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Home, openHome } from './whole.ts';

let home: Home;
beforeEach(async () => {
	home = await openHome();
});
afterEach(() => home.remove());

test('the first start says where to look, and within half a minute a message stands in Discord, with nothing configured', async () => {
	const whole = await home.start();
	expect(whole.output()).toContain(`The product     ${whole.url}`);
	expect(whole.output()).toContain('Ada (operator (admin))');
	const [message] = await whole.control.waitForMessages({ count: 1 }, 30_000);
	expect((message!.body as { embeds: { title: string }[] }).embeds[0]?.title).toContain('Nike');
	expect((await fetch(`${whole.url}/readyz`)).status).toBe(200);

	const { ms, code } = await whole.interrupt();
	expect(code).toBe(0);
	expect(ms).toBeLessThan(5000);

	const again = await home.start();
	const messages = await again.control.messages();
	expect(messages.map(({ id }) => id)).toContain(message!.id);
	expect((await again.interrupt()).code).toBe(0);
}, 60_000);

test.each([
	[
		'a wrong setting',
		{ POLL_INTERVAL_MS: 'often' },
		/^dropwire: Wrong setting\. POLL_INTERVAL_MS: must be a whole number.*$/,
	],
	[
		'a database that cannot be reached',
		{ DATABASE_URL: 'mysql://root@127.0.0.1:1/none' },
		/^dropwire: .*ECONNREFUSED.*$/,
	],
	[
		'production in sandbox mode',
		{ NODE_ENV: 'production' },
		/^dropwire: Wrong setting for production\. DISCORD_CLIENT_ID must be set.*$/,
	],
])(
	'%s is one clear line and a non-zero exit',
	async (_, env, line) => {
		const { output, code } = await home.startInVain(env);
		expect(output.trim()).toMatch(line);
		expect(code).toBe(1);
	},
	30_000,
);

test('a port in use is one clear line and a non-zero exit', async () => {
	const taken = createServer();
	await new Promise<void>((resolve) => taken.listen(home.port, '127.0.0.1', resolve));
	const { output, code } = await home.startInVain({});
	taken.close();
	expect(output.trim()).toBe(`dropwire: Port ${home.port} on 127.0.0.1 is in use. Set PORT to another one.`);
	expect(code).toBe(1);
}, 30_000);
