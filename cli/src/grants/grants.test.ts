import { SANDBOX_USERS } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Office, openOffice } from '../testing.ts';

let office: Office;
beforeAll(async () => {
	office = await openOffice();
	office.testServer.settings.PLANS.push({ id: 'pro', name: 'Pro', price: '$30', features: [], rights: ['premium'] });
});
afterAll(() => office.close());

const run = (...args: string[]) => office.fixture.run(['grants', ...args]);

test('a plan is given by hand, listed, and ended', async () => {
	const given = await run('add', 'user', SANDBOX_USERS.mia.id, 'pro', '--until', '30d');
	expect(given).toMatchObject({
		code: 0,
		out: expect.stringMatching(/^given: Pro for user .*100000000000000003.*, until 20/),
	});
	const server = await office.fixture.json<{ id: string }>(['grants', 'add', 'guild', '200000000000000001', 'pro']);
	expect(server).toMatchObject({ subject: 'guild', provider: 'manual', endsAt: null, state: 'active' });
	expect((await run('list')).out).toMatch(/ID +FOR +PLAN +FROM +STATE[^]*guild [^]*Pro +manual +active/);
	expect((await run('list', SANDBOX_USERS.mia.id)).out).not.toContain('guild');
	expect(await run('list', '100000000000000099')).toMatchObject({ err: expect.stringContaining('No grant matches.') });
	expect(await run('end', server.id)).toMatchObject({ code: 0, out: expect.stringContaining('ended: Pro for guild') });
	expect(await run('add', 'user', SANDBOX_USERS.mia.id, 'gold')).toMatchObject({
		code: 1,
		err: expect.stringContaining('must be a plan of PLANS with rights (pro)'),
	});
});
