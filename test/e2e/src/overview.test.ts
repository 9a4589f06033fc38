import { expect, test } from 'vitest';

import { callBehind, navigate, retry } from './browser.ts';
import { expectBothLooks } from './looks.ts';
import { CHANGES_POLL_MS, useFixture } from './fixture.ts';

const fixture = useFixture({ POLL_INTERVAL_MS: CHANGES_POLL_MS });

const settings = '/dashboard/settings';

test('the palette opens sections, servers, SKUs and webhooks by keyboard', async () => {
	const { page, problems } = await fixture.as('Ada', `${settings}/nowhere`);
	await page.getByRole('heading', { name: '404 Page not found' }).waitFor();
	await page.getByRole('navigation', { name: 'Sections' }).waitFor();
	const box = page.getByPlaceholder('Go to a section, person, server, SKU, webhook, or do something');
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
	// Opens a SKU on its list, even from the same screen.
	await go('CK9246-101');
	await expect.poll(() => page.getByLabel('Filter MONITOR1').inputValue()).toBe('CK9246-101');
	await go('nike-us-hold');
	await page.waitForURL(`**${settings}/webhook/*`);
	await page.getByRole('heading', { name: 'nike-us-hold' }).waitFor();
	// A folded section opens for the row that a link leads to, and a link to another row on the same screen works too.
	await navigate(page, `${settings}/nike-shoes`);
	await page.getByRole('button', { name: /^Nike United States/ }).click();
	await page.getByRole('group', { name: 'nike-us-active' }).waitFor({ state: 'detached' });
	for (const [label, hidden] of [
		['nike-us-active', 'nike-us-hold'],
		['nike-us-hold', 'nike-us-active'],
	] as const) {
		await navigate(page, `${settings}/nike-shoes?filter=${label}`);
		await page.getByRole('group', { name: label }).waitFor();
		await page.getByRole('group', { name: hidden }).waitFor({ state: 'detached' });
	}

	await page.keyboard.press('Control+k');
	await page.route('**/api/find*', (route) => route.abort());
	await box.fill('no such thing');
	await page.getByText('Error: The server cannot be reached.').waitFor();
	await expectBothLooks(page, 'body:has([role=dialog] [role=alert])');
	await page.unroute('**/api/find*');
	await box.fill('nor such a thing');
	await page.getByText('No results.').waitFor();
	await expectBothLooks(page, '[role=dialog]');
	await box.fill('CK9246');
	await expectBothLooks(page, '[role=dialog]:has([data-action])');
	await page.keyboard.press('Escape');
	await box.waitFor({ state: 'detached' });
	await go('Show dead webhooks');
	await page.waitForURL('**/allwebhooks?state=OFF');
	await go('Pause nike-us-hold');
	await page.getByRole('heading', { name: 'nike-us-hold' }).waitFor();
	await page.getByRole('button', { name: 'Resume', exact: true }).waitFor();
	await go('Resume nike-us-hold');
	await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
	await page.keyboard.press('Control+k');
	await box.fill('US closeout');
	await page.getByRole('dialog').getByText('Nike Shoes Closeout · US').click();
	await page.waitForURL('**/nike-shoes?region=US');
	await go('Sole Searchers');
	await page.waitForURL('**/dashboard/admin/**');
	expect(problems).toEqual([]);
});

test('the coverage lists subscribed but unwatched brands first, with links', async () => {
	const { page, problems } = await fixture.as('Ada', `${settings}/coverage`);
	await page.getByText(/^\d+ of \d+ subscribed topics are watched/).waitFor();
	const problem = page.getByRole('listitem').filter({ hasText: /^HP/ }).filter({ hasText: 'Sold but unwatched.' });
	await expect.poll(() => problem.count()).toBe(0);
	const data = { label: 'unwatched', value: await fixture.webhookUrl(11) };
	await callBehind(page, '/api/hpwebhooks?region=US', { action: 'INSERT', category: 'LAPTOPS', data });
	await problem.getByText(/1 subscription waits in US\./).waitFor();
	await expectBothLooks(page);

	const choose = (name: string, value: string) => page.getByLabel(name, { exact: true }).selectOption(value);
	await choose('State', 'watched');
	await page.waitForURL(/state=watched/);
	await page.getByText('No problems.').waitFor();
	await choose('Brand', 'HP');
	await page.getByText('No brand matches the filters.').waitFor();
	await choose('State', 'problems');
	await page.reload();
	await problem.getByRole('link').waitFor();
	expect(new URL(page.url()).search).toBe('?state=problems&brand=HP');
	// The brand's own screen says the same.
	await navigate(page, `${settings}/hp`);
	await page.getByText(/^No (SKU is watched|source of Dropwire reads HP): 1 subscription waits in US\./).waitFor();
	expect(problems).toEqual([]);

	await page.route('**/api/coverage', (route) => route.abort());
	await page.goto(`${fixture.url}${settings}/coverage`);
	await page.getByRole('alert').getByText('The server cannot be reached.').waitFor();
	await retry(page, '**/api/coverage');
	await problem.waitFor();
});

test('the overview is live and reconnects after a restart of the server', async () => {
	const { page } = await fixture.as('Ada', `${settings}/overview`);
	const [webhook] = await fixture.control.createWebhooks({ count: 1 });
	const group = { brand: 'HP', category: 'LAPTOPS', region: 'US', status: 'LAPTOPS' };
	const rows = [{ ...group, action: 'SET', label: 'dead', value: webhook!.url }];
	await callBehind(page, '/api/bulk/webhooks', { rows });
	await fixture.control.deleteWebhook(webhook!.id);
	await callBehind(page, '/api/webhooktest', { url: webhook!.url });
	// The feed does not show earlier events.
	await page.getByText('Live', { exact: true }).waitFor();
	await fixture.control.setProduct({ sku: 'CK9246-101', region: 'US', change: { currentPrice: 99 } });
	await page.getByText('CK9246-101 · US').waitFor();
	await page.getByRole('link', { name: 'HP Laptops · US: dead' }).first().waitFor();
	await expectBothLooks(page, 'main:has(.live .good)');

	const marked = page.evaluate(() => ((window as { mark?: boolean }).mark = true));
	await marked;
	await fixture.restart({ whileStopped: () => page.getByText('Connecting …').waitFor() });
	await page.getByText('Live', { exact: true }).waitFor();
	await fixture.control.setProduct({ sku: 'CK9246-101', region: 'US', change: { currentPrice: 79 } });
	await page.locator('.feed').getByText('CK9246-101 · US').first().waitFor();
	expect(await page.evaluate(() => (window as { mark?: boolean }).mark)).toBe(true);
});
