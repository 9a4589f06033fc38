import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { examine, openBrowser, openPage, signIn } from './browser.ts';
import { type Home, openHome, type Whole } from './whole.ts';

let home: Home;
let whole: Whole;
let browser: Browser;
beforeAll(async () => {
	home = await openHome();
	[whole, browser] = await Promise.all([home.start({ INVITE_URL: 'https://discord.gg/dropwire' }), openBrowser()]);
});
afterAll(async () => {
	await browser?.close();
	await home?.remove();
});

test('a visitor finds the invitation, the parts of the page, and opens questions one by one', async () => {
	const { page, problems } = await openPage(browser);
	await page.goto(whole.url);
	const invitation = page.getByRole('link', { name: 'Join our Discord' });
	await invitation.waitFor();
	expect(await invitation.getAttribute('href')).toBe('https://discord.gg/dropwire');
	expect(await invitation.getAttribute('target')).toBe('_blank');
	await page.getByRole('link', { name: 'FAQ' }).click();
	expect(new URL(page.url()).hash).toBe('#faq');
	for (const status of ['HOLD', 'CLOSEOUT']) await page.getByText(status, { exact: true }).click();
	await page.getByText('Do not buy').waitFor();
	await page.getByText('Backend only').waitFor();
	expect(await page.getByText('Loaded on the backend').isVisible()).toBe(false);
	expect((await examine(page)).violations).toEqual([]);
	await page.getByRole('link', { name: 'Privacy and terms' }).click();
	await page.getByRole('heading', { name: 'Refunds' }).waitFor();
	expect(problems).toEqual([]);
}, 60_000);

test('a short address leads where it should, and an unknown one to a page that says so', async () => {
	const ada = await openPage(browser);
	await signIn(ada.page, whole.url, '/dashboard/admin', 'Ada');
	const short = await ada.page.evaluate(async () => {
		const response = await fetch('/url/urlshorten', {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ originalUrl: 'https://www.nike.com/t/dunk-low' }),
		});
		return ((await response.json()) as { shortUrl: string }).shortUrl;
	});
	const response = await fetch(short, { redirect: 'manual' });
	expect([response.status, response.headers.get('location')]).toEqual([302, 'https://www.nike.com/t/dunk-low']);
	const visitor = await openPage(browser);
	await visitor.page.goto(`${whole.url}/s/3467893`);
	await visitor.page.getByRole('heading', { name: '404 Page not found' }).waitFor();
}, 60_000);

test('the docs page reads like a page', async () => {
	const { page, problems } = await openPage(browser, { width: 360 });
	await page.goto(`${whole.url}/api/docs`);
	await page.getByRole('heading', { name: 'GET /api/deliveries' }).waitFor();
	expect(await examine(page)).toEqual({ violations: [], scrollsSideways: false });
	expect(problems).toEqual([]);
}, 60_000);
