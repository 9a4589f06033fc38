import { expect, test } from 'vitest';
import { useFixture } from './fixture.ts';

const fixture = useFixture();

test('a lost session leads to sign-in and back to the same place, from reading and from writing', async () => {
	const place = '/dashboard/settings/deliveries?status=failed';
	const { page, context } = await fixture.as('Ada', place);
	await page.getByRole('heading', { name: 'Deliveries' }).waitFor();
	await context.clearCookies();
	await page.reload();
	await page.getByRole('link', { name: /^Ada/ }).click();
	await page.waitForURL(`${fixture.url}${place}`);

	await page.goto(`${fixture.url}/dashboard/settings/imagemonitor`);
	const form = page.locator('form').first();
	await form.getByRole('textbox').fill('136064-122');
	await context.clearCookies();
	await form.getByRole('button', { name: 'Add' }).click();
	await page.getByRole('link', { name: /^Ada/ }).click();
	await page.waitForURL(`${fixture.url}/dashboard/settings/imagemonitor`);
});

test('a session that another tab has ended leads this tab to sign-in', async () => {
	const { page, context } = await fixture.as('Cleo', '/dashboard/admin');
	const other = await context.newPage();
	await other.goto(`${fixture.url}/dashboard/admin`);
	await other.getByRole('button', { name: 'Account of Cleo' }).click();
	await other.getByRole('menuitem', { name: 'Sign out' }).click();
	await other.waitForURL(`${fixture.url}/`);
	// The page notices without a click, because its next poll is rejected.
	await page.getByRole('heading', { name: /Dropwire wants to know/ }).waitFor();
});

test('signing out ends at the start page even if a request is rejected on the way, and the dashboard asks to sign in again', async () => {
	const { page } = await fixture.as('Cleo', '/dashboard/admin');
	const asked: string[] = [];
	page.on('request', (request) => asked.push(new URL(request.url()).pathname));
	await page.route('**/api/logout', async (route) => {
		const response = await route.fetch();
		const refused = page.waitForResponse((other) => other.status() === 401);
		await page.getByRole('navigation').getByRole('link', { name: 'Restock Radar' }).click();
		await refused;
		await route.fulfill({ response });
	});
	await page.getByRole('button', { name: 'Account of Cleo' }).click();
	await page.getByRole('menuitem', { name: 'Sign out' }).click();
	await page.waitForURL(`${fixture.url}/`);
	expect(asked).not.toContain('/auth');
	await page.goto(`${fixture.url}/dashboard/admin`);
	await page.getByRole('heading', { name: /Dropwire wants to know/ }).waitFor();
});

test('signing out while a deletion can still be undone makes it final', async () => {
	const guild = '/dashboard/admin/200000000000000001?view=regions';
	const { page } = await fixture.as('Cleo', guild);
	const topic = page.getByRole('link', { name: 'Nike Equipment Hold' });
	await page.getByLabel('Select a channel for France').selectOption('Nike Equipment Hold');
	await topic.waitFor();
	await page.getByRole('button', { name: 'Delete Nike Equipment Hold' }).click();
	await page.getByRole('button', { name: 'Undo' }).waitFor();
	await page.getByRole('button', { name: 'Account of Cleo' }).click();
	await page.getByRole('menuitem', { name: 'Sign out' }).click();
	await page.waitForURL(`${fixture.url}/`);

	const again = await fixture.as('Cleo', guild);
	await again.page.getByLabel('Select a channel for France').waitFor();
	expect(await again.page.getByRole('link', { name: 'Nike Equipment Hold' }).count()).toBe(0);
});
