import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Desk, type Office, openOffice } from '../testing.ts';

let office: Office;
let desk: Desk;
beforeAll(async () => {
	office = await openOffice();
	desk = office.desk;
});
afterAll(() => office.close());

const MESSAGE = [
	'--title',
	'Stock numbers',
	'--image',
	'https://img.example/a.jpg',
	'--description',
	'Size 42: 7\nSize 43: 9',
];

test('an announcement wants somebody to go to', async () => {
	const empty = await desk.run(['announce', ...MESSAGE, '--all', '--dry-run']);
	expect(empty).toMatchObject({ code: 1, err: expect.stringContaining('The list is empty') });
	expect((await desk.run(['announce', ...MESSAGE, '--dry-run'])).code).toBe(2);
	expect((await desk.run(['announce', ...MESSAGE, '--all', '--to', 'x'])).code).toBe(2);
	expect((await desk.run(['announce', '--title', 'x', '--all'])).code).toBe(2);
});

test('a dry run shows the message and who would get it; sending waits until Discord has it', async () => {
	const webhooks = await office.house.sandbox.control.createWebhooks({ count: 3 });
	for (const [at, { url }] of webhooks.entries())
		await desk.run(['webhooks', 'add', `row ${at}`, url, '--brand', 'stock']);
	const dry = await desk.run(['announce', ...MESSAGE, '--to', 'row 0', 'row 2', '--dry-run']);
	expect(dry).toMatchObject({ code: 0, err: 'A dry run: nothing was sent. 2 webhooks would get it.\n' });
	expect(dry.out).toMatch(
		/^┃ Stock numbers\n┃ Size 42: 7\n┃ Size 43: 9\n┃ https:\/\/img.example\/a.jpg\n\n {2}row 0 {2}….*\n {2}row 2/,
	);
	expect(await desk.json(['announce', ...MESSAGE, '--all', '--dry-run'])).toMatchObject({
		dryRun: true,
		title: 'Stock numbers',
		deliveries: 3,
		webhooks: [{ label: 'row 0', active: true }, {}, {}],
	});
	expect((await desk.json<object[]>(['deliveries'])).length).toBe(0);
	const typo = await desk.run(['announce', ...MESSAGE, '--to', 'rwo 0', '--yes']);
	expect(typo).toMatchObject({ code: 1, err: expect.stringContaining('Did you mean row 0?') });
	const unsaid = await desk.run(['announce', ...MESSAGE, '--all']);
	expect(unsaid).toMatchObject({ code: 2, err: expect.stringContaining('Say --yes') });

	const sent = await desk.run(['announce', ...MESSAGE, '--all', '--yes', '--wait']);
	expect(sent).toMatchObject({ code: 0, err: '' });
	expect(sent.out).toMatch(/Announcement \d+: 3 delivered, 0 failed, 0 expired\.\n$/);
	expect(await office.house.sandbox.control.messages()).toHaveLength(3);
});

test('sent twice with one key it goes out once; without waiting the number of deliveries is told', async () => {
	const key = ['--idempotency-key', 'only once', '--yes', '--to', 'row 1'];
	const first = await desk.json<{ id: string }>(['announce', ...MESSAGE, ...key]);
	expect(first).toEqual({ id: expect.any(String), deliveries: 1 });
	expect(await desk.json(['announce', ...MESSAGE, ...key])).toEqual(first);
	const other = await desk.run(['announce', ...MESSAGE, ...key, '--title', 'Something else']);
	expect(other).toMatchObject({ code: 1, err: expect.stringContaining('another announcement') });
	const text = await desk.run(['announce', ...MESSAGE, ...key]);
	expect(text.out).toContain(`Announcement ${first.id}: 1 deliveries are stored`);
});

test('where some deliveries fail, the end says how many, and the exit code is 4; where all do, 1', async () => {
	const gone = (await office.house.sandbox.control.createWebhooks({ count: 1 }))[0]!;
	await desk.run(['webhooks', 'add', 'gone', gone.url, '--brand', 'stock']);
	await office.house.sandbox.control.deleteWebhook(gone.id);
	const part = await desk.run(['announce', ...MESSAGE, '--to', 'row 0', 'gone', '--yes', '--wait', '--json']);
	expect(part.code).toBe(4);
	expect(JSON.parse(part.out)).toMatchObject({ deliveries: 2, sent: 1, failed: 1, expired: 0 });
	expect(part.err).toContain('dropwire deliveries --announcement');
	const { out } = await desk.run(['announce', ...MESSAGE, '--to', 'gone', '--dry-run']);
	expect(out).toContain('is off');
});
