import { expect, test } from 'vitest';
import { useFixture } from './fixture.ts';

const fixture = useFixture();

test('signing in again after a lost session keeps the page and the typed text', async () => {
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
	await page.getByText('Error: Please sign in.').first().waitFor();
	// What was typed is kept.
	const [other] = await Promise.all([
		context.waitForEvent('page'),
		page.getByRole('alert').getByRole('link', { name: 'Sign in' }).click(),
	]);
	await other.getByRole('link', { name: /^Ada/ }).click();
	await other.waitForURL(`${fixture.url}/dashboard/settings/imagemonitor`);
	await page.getByText('You are signed out').waitFor({ state: 'detached' });
	expect(await form.getByRole('textbox').inputValue()).toBe('136064-122');
	await form.getByRole('button', { name: 'Add' }).click();
	await page.getByText('136064-122').first().waitFor();
});

test('signing out in another tab leads this tab to sign-in', async () => {
	const { page, context } = await fixture.as('Cleo', '/dashboard/admin');
	const other = await context.newPage();
	await other.goto(`${fixture.url}/dashboard/admin`);
	await other.getByRole('button', { name: 'Account of Cleo' }).click();
	await other.getByRole('menuitem', { name: 'Sign out' }).click();
	await other.waitForURL(`${fixture.url}/`);
	// The page notices without a click, because its next poll is rejected.
	await page.getByRole('heading', { name: /Dropwire wants to know/ }).waitFor();
});

test("a tab follows the session's new user and their rights", async () => {
	const { page, context } = await fixture.as('Ada', '/dashboard/settings/overview');
	await page.getByRole('button', { name: 'Account of Ada' }).waitFor();
	const { context: other } = await fixture.as('Cleo', '/dashboard/admin');
	// Without a moment between them in which there is no session, and the page would go to sign-in.
	await context.addCookies(await other.cookies());
	// In the first seconds after it has read, a page does not read again when it gets the focus.
	const seen = async () => {
		// The page may be reloading, in which case the next attempt asks its new document.
		await page.evaluate(() => window.dispatchEvent(new Event('focus'))).catch(() => {});
		return page.getByRole('button', { name: 'Account of Cleo' }).isVisible();
	};
	await expect.poll(seen).toBe(true);
	await expect.poll(() => page.getByRole('heading', { name: 'Problems' }).count()).toBe(0);
});

test('a hanging server is reported as unreachable after 30 seconds', async () => {
	const { page } = await fixture.as('Ada', '/dashboard/settings/overview', { fresh: true });
	await page.getByText('Live', { exact: true }).waitFor();
	await page.clock.install();
	await page.route(/\/api\//, () => new Promise(() => {}));
	const asked = page.waitForRequest(/\/api\/overview/);
	await page.clock.runFor(10_000);
	await asked;
	await page.clock.runFor(40_000);
	await page.getByText('Connecting …').waitFor();
});

test('an offline browser reconnects when the network returns', async () => {
	const { page, context } = await fixture.as('Ada', '/dashboard/settings/overview', { clock: true });
	await page.getByText('Live', { exact: true }).waitFor();
	// A part of the page whose code is still on its way would fail.
	await page.getByRole('img', { name: /messages sent/ }).waitFor();
	await context.setOffline(true);
	await page.clock.runFor(10_000);
	await page.getByText('Connecting …').waitFor();
	await page
		.getByRole('contentinfo')
		.getByText(/cannot be reached/)
		.waitFor();
	await context.setOffline(false);
	await page.getByText('Live', { exact: true }).waitFor();
	await page.getByRole('contentinfo').getByText('Engine is running').waitFor();
});

test('signing out makes a pending deletion final and ends at the start page', async () => {
	const guild = '/dashboard/admin/200000000000000001?view=regions';
	const { page } = await fixture.as('Cleo', guild);
	const topic = page.getByRole('link', { name: 'Nike Equipment Hold' });
	await page.getByLabel('Select a channel for France').selectOption('Nike Equipment Hold');
	await topic.waitFor();
	await page.getByRole('button', { name: 'Delete Nike Equipment Hold' }).click();
	await page.getByRole('button', { name: 'Undo' }).waitFor();

	// Another request is rejected before the sign-out is answered.
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
	const again = await fixture.as('Cleo', guild);
	await again.page.getByLabel('Select a channel for France').waitFor();
	await expect.poll(() => again.page.getByRole('link', { name: 'Nike Equipment Hold' }).count()).toBe(0);
});
