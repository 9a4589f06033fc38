import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useFixture } from './fixture.ts';

const fixture = useFixture();
const NIKE = '/dashboard/settings/nike-shoes';

/** Runs in the page from its start. */
const COUNT_SHIFTS = `
window.shift = 0;
new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => { window.shift += value; })).observe({ type: 'layout-shift' });
`;

/** Where the parts of the frame are. */
function placesOf(page: Page): Promise<unknown> {
	return page.evaluate(() =>
		[...document.querySelectorAll('.brand, .side nav a, .side input, main, footer')].map((part) => {
			const { x, y, width } = part.getBoundingClientRect();
			return [part.tagName, x, y, width];
		}),
	);
}

test('the frame is visible in the chosen theme before any script of the app runs, and does not move afterwards', async () => {
	// Not a page of the app: that would reload itself when a part of it that loads late is blocked.
	const { page } = await fixture.as('Ada', '/api/docs', { fresh: true });
	await page.evaluate(() => localStorage.setItem('mantine-color-scheme-value', 'light'));
	const scripts = '**/assets/*.js';
	await page.route(scripts, (route) => route.abort());
	await page.goto(fixture.url + NIKE);
	const current = page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Nike Shoes' });
	expect(await current.getAttribute('aria-current')).toBe('page');
	await page.getByRole('main').waitFor();
	await page.getByRole('contentinfo', { name: 'Status' }).getByText('Loading …').waitFor();
	expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(246, 247, 249)');
	const shell = await placesOf(page);

	await page.unroute(scripts);
	await page.addInitScript(COUNT_SHIFTS);
	await page.reload();
	await page.getByRole('heading', { name: 'Nike Shoes Webhooks' }).waitFor();
	await page.getByRole('button', { name: /^Account of/ }).waitFor();
	expect(await placesOf(page)).toEqual(shell);
	expect(await page.evaluate('window.shift')).toBeLessThan(0.02);
});

test('the page shows the data of its document, and reads nothing twice', async () => {
	const { page, problems } = await fixture.as('Ada', '/dashboard/settings/access');
	const reads: string[] = [];
	page.on('request', (request) => {
		const { pathname } = new URL(request.url());
		if (['/api/user', '/api/operatorcounts', '/api/operatorwebhooks'].includes(pathname)) reads.push(pathname);
	});
	await page.goto(fixture.url + NIKE);
	await page.getByRole('button', { name: /^Nike United States/ }).waitFor();
	expect(reads).toEqual(['/api/operatorwebhooks']);
	expect(problems).toEqual([]);
});

test('the headings of the documents are those of their screens', async () => {
	const { page } = await fixture.as('Ada', '/dashboard/settings/access', { fresh: true });
	await page.addInitScript(() =>
		document.addEventListener('readystatechange', () => {
			document.documentElement.dataset['heading'] ??= document.querySelector('h1')?.textContent ?? '';
		}),
	);
	for (const id of ['hp', 'stocknumber', 'skus', 'productquery']) {
		await page.goto(`${fixture.url}/dashboard/settings/${id}`);
		await page.getByRole('button', { name: /^Account of/ }).waitFor();
		const heading = await page.evaluate(() => document.documentElement.dataset['heading']);
		expect(await page.getByRole('heading', { level: 1 }).allTextContents()).toEqual([heading]);
	}
});
