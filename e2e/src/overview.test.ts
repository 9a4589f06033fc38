import { expect, test } from 'vitest';

import { examine, still } from './looks.ts';
import { useStage } from './stage.ts';

const stage = useStage();

const settings = '/dashboard/settings';

test('the palette leads to sections, servers, SKUs and webhooks by keyboard alone', async () => {
	const { page, problems } = await stage.as('Ada', `${settings}/nowhere`);
	await page.getByRole('heading', { name: '404 Page not found' }).waitFor();
	await page.getByRole('navigation', { name: 'Sections' }).waitFor();
	const box = page.getByPlaceholder('Go to a section, a server, a SKU, a webhook');
	const go = async (text: string) => {
		await page.keyboard.press('Control+k');
		await box.fill(text);
		await page
			.getByRole('dialog')
			.getByRole('button', { name: new RegExp(text, 'i') })
			.first()
			.waitFor();
		await page.keyboard.press('Enter');
		await box.waitFor({ state: 'detached' });
	};
	await go('Image Monitor');
	await page.waitForURL(`**${settings}/imagemonitor`);
	// A SKU on the list that holds it, from this very screen too.
	await go('CK9246-101');
	await expect.poll(() => page.getByLabel('Filter MONITOR1').inputValue()).toBe('CK9246-101');
	expect(await page.getByLabel('Filter MONITOR2').inputValue()).toBe('');
	await go('nike-us-hold');
	await page.getByRole('group', { name: 'nike-us-hold' }).waitFor();
	// A folded section opens for what is looked for, and another row of the same screen is found as well.
	await page.getByLabel('Filter by label').fill('');
	await page.getByRole('button', { name: /^Nike United States/ }).click();
	await page.getByRole('group', { name: 'nike-us-active' }).waitFor({ state: 'detached' });
	await go('nike-us-active');
	await page.getByRole('group', { name: 'nike-us-active' }).waitFor();
	expect(await page.getByRole('group', { name: 'nike-us-hold' }).count()).toBe(0);

	await page.keyboard.press('Control+k');
	await page.route('**/api/find*', (route) => route.abort());
	await box.fill('no such thing');
	await page.getByText('Error: The server cannot be reached.').waitFor();
	await still(page.getByRole('dialog'));
	expect((await examine(page)).violations).toEqual([]);
	await page.unroute('**/api/find*');
	await box.fill('nor such a thing');
	await page.getByText('Nothing of that name.').waitFor();
	await page.keyboard.press('Escape');
	await box.waitFor({ state: 'detached' });
	await go('Sole Searchers');
	await page.waitForURL('**/dashboard/admin/**');
	expect(problems).toEqual([]);
}, 60_000);

test('the overview tells what happens as it happens, and goes on after the server was restarted', async () => {
	const { page } = await stage.as('Ada', `${settings}/overview`);
	await page.getByText('Live', { exact: true }).waitFor();
	await stage.control.setProduct({ sku: 'CK9246-101', region: 'US', change: { currentPrice: 99 } });
	await page.getByText('CK9246-101 · US').waitFor();

	const marked = page.evaluate(() => ((window as { mark?: boolean }).mark = true));
	await marked;
	await stage.interrupt();
	await page.getByText('Connecting …').waitFor();
	await stage.start();
	await page.getByText('Live', { exact: true }).waitFor({ timeout: 30_000 });
	await stage.control.setProduct({ sku: 'CK9246-101', region: 'US', change: { currentPrice: 79 } });
	await page.locator('.feed').getByText('CK9246-101 · US').first().waitFor();
	expect(await page.evaluate(() => (window as { mark?: boolean }).mark)).toBe(true);
}, 90_000);
