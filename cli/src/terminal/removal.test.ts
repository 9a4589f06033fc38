import { SANDBOX_USERS } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CliFixture, type Office, openOffice, webhookUrl } from '../testing.ts';

let office: Office;
let fixture: CliFixture;
beforeAll(async () => {
	office = await openOffice();
	fixture = office.fixture;
});
afterAll(() => office.close());

const { id: dan } = SANDBOX_USERS.dan;

/**
 * For each `remove` command: creates an item and returns the arguments that remove it, and how the question and the
 * list show it.
 */
const REMOVALS = [
	{
		what: 'webhooks',
		async make() {
			await fixture.run(['webhooks', 'add', 'doomed', webhookUrl(1), '--brand', 'hp']);
			return ['doomed', '--brand', 'hp'];
		},
		shown: 'doomed in HP LAPTOPS US LAPTOPS',
		listed: 'doomed',
	},
	{
		what: 'skus',
		async make() {
			await fixture.run(['skus', 'add', 'AA1111-001', '--list', 'MONITOR1']);
			return ['AA1111-001', '--list', 'MONITOR1'];
		},
		shown: 'AA1111-001 on MONITOR1',
		listed: 'AA1111-001',
	},
	{
		what: 'users',
		async make() {
			await fixture.run(['users', 'add', dan]);
			return [dan];
		},
		shown: `${dan}, client`,
		listed: dan,
	},
	{
		what: 'tokens',
		async make() {
			const { data } = await office.ada.api.tokenCreate({ name: 'doomed token', scopes: ['read'] });
			return [data.id];
		},
		shown: 'doomed token',
		listed: 'doomed token',
	},
];

test.each(REMOVALS)('$what remove asks for confirmation or needs --yes', async (removal) => {
	const { what, make, shown, listed } = removal;
	const args = [what, 'remove', ...(await make())];
	const isListed = async () => (await fixture.run([what, 'list'])).out.includes(listed);
	const script = await fixture.run(args);
	expect(script).toMatchObject({ code: 2, out: '', err: expect.stringContaining('Use --yes') });
	const dry = await fixture.run([...args, '--dry-run']);
	expect(dry).toMatchObject({ code: 0, err: 'Dry run: nothing was changed.\n' });
	expect(await fixture.run([...args, '--dry-run', '--quiet'])).toEqual(dry);
	const no = await fixture.runInTerminal([...args, '--quiet'], { input: 'n\n', env: { NO_COLOR: '1' } });
	expect(no).toMatchObject({ code: 1, out: expect.stringContaining('Remove it? [y/N]') });
	expect(no.out).toContain(shown);
	expect(await isListed()).toBe(true);
	const yes = await fixture.runInTerminal(args, { input: 'y\n', env: { NO_COLOR: '1' } });
	expect({ code: yes.code, isListed: await isListed() }).toEqual({ code: 0, isListed: false });
	// A dry run fails for the same reasons as the removal.
	expect(await fixture.run([...args, '--dry-run'])).toMatchObject({ code: 1, out: '' });
});
