import { expect, test } from 'vitest';
import { useStage } from './stage.ts';

const stage = useStage();

test('a lost session leads to sign-in and back to the same place, from reading and from writing', async () => {
	const place = '/dashboard/settings/deliveries?status=failed';
	const { page, context } = await stage.as('Ada', place);
	await page.getByRole('heading', { name: 'Deliveries' }).waitFor();
	await context.clearCookies();
	await page.reload();
	await page.getByRole('link', { name: /^Ada/ }).click();
	await page.waitForURL(`${stage.url}${place}`);

	await page.goto(`${stage.url}/dashboard/settings/imagemonitor`);
	const form = page.locator('form').first();
	await form.getByRole('textbox').fill('136064-122');
	await context.clearCookies();
	await form.getByRole('button', { name: 'Add' }).click();
	await page.getByRole('link', { name: /^Ada/ }).click();
	await page.waitForURL(`${stage.url}/dashboard/settings/imagemonitor`);
}, 60_000);

test('a session that another tab has ended leads this tab to sign-in', async () => {
	const { page, context } = await stage.as('Cleo', '/dashboard/admin');
	const other = await context.newPage();
	await other.goto(`${stage.url}/dashboard/admin`);
	await other.getByRole('button', { name: 'Account of Cleo' }).click();
	await other.getByRole('menuitem', { name: 'Sign out' }).click();
	await other.waitForURL(`${stage.url}/`);
	// By itself: what it asks again and again is refused.
	await page.getByRole('heading', { name: /Dropwire wants to know/ }).waitFor();
}, 60_000);

test('who is not on the access list is told so, and who is no operator sees no console', async () => {
	const mia = await stage.open();
	await mia.page.goto(`${stage.url}/dashboard/admin`);
	await mia.page.getByRole('link', { name: /^mia/ }).click();
	await mia.page.getByText(/your account is not on the access list/).waitFor();
	const cleo = await stage.as('Cleo', '/dashboard/settings/nike-shoes');
	await cleo.page.waitForURL(`${stage.url}/dashboard/client`);
	await cleo.page.getByRole('heading', { name: 'Search SKU Images' }).waitFor();
	expect(await cleo.page.getByRole('link', { name: 'Product Query' }).count()).toBe(0);
	const nobody = await stage.open();
	await nobody.page.goto(`${stage.url}/auth?next=/`);
	await nobody.page.getByRole('link', { name: 'Cancel' }).click();
	await nobody.page.getByText(/Signing in did not work/).waitFor();
}, 60_000);

test('signing out ends at the start whatever is refused on the way, and the dashboard asks again who one is', async () => {
	const { page } = await stage.as('Cleo', '/dashboard/admin');
	const asked: string[] = [];
	page.on('request', (request) => asked.push(new URL(request.url()).pathname));
	await page.route('**/api/logout', async (route) => {
		const response = await route.fetch();
		const refused = page.waitForResponse((other) => other.status() === 401);
		await page.getByRole('link', { name: 'Restock Radar' }).click();
		await refused;
		await route.fulfill({ response });
	});
	await page.getByRole('button', { name: 'Account of Cleo' }).click();
	await page.getByRole('menuitem', { name: 'Sign out' }).click();
	await page.waitForURL(`${stage.url}/`);
	expect(asked).not.toContain('/auth');
	await page.goto(`${stage.url}/dashboard/admin`);
	await page.getByRole('heading', { name: /Dropwire wants to know/ }).waitFor();
}, 60_000);

test('who signs out while a deletion could still be taken back has deleted', async () => {
	const guild = '/dashboard/admin/200000000000000001';
	const { page } = await stage.as('Cleo', guild);
	const topic = page.getByRole('link', { name: 'Nike Equipment Hold' });
	await page.getByLabel('Select a channel for France').selectOption('Nike Equipment Hold');
	await topic.waitFor();
	await page.getByRole('button', { name: 'Delete Nike Equipment Hold' }).click();
	await page.getByRole('button', { name: 'Undo' }).waitFor();
	await page.getByRole('button', { name: 'Account of Cleo' }).click();
	await page.getByRole('menuitem', { name: 'Sign out' }).click();
	await page.waitForURL(`${stage.url}/`);

	const again = await stage.as('Cleo', guild);
	await again.page.getByLabel('Select a channel for France').waitFor();
	expect(await again.page.getByRole('link', { name: 'Nike Equipment Hold' }).count()).toBe(0);
}, 60_000);
