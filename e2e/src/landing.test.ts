import { readFileSync } from 'node:fs';
import { unzipSync } from 'fflate';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onServer } from './onServer.ts';
import { examine, openBrowser, openPage, signIn } from './browser.ts';
import { type Home, openHome, type Whole } from './whole.ts';

let home: Home;
let whole: Whole;
let browser: Browser;
beforeAll(async () => {
	home = await openHome();
	[whole, browser] = await Promise.all([
		home.start({
			INVITE_URL: 'https://discord.gg/dropwire',
			SOCIAL_URLS: 'https://www.instagram.com/dropwire',
			CONTACT_EMAIL: 'hello@dropwire.example',
		}),
		openBrowser(),
	]);
});
afterAll(async () => {
	await browser?.close();
	await home?.remove();
});

test.skipIf(onServer)(
	'a visitor finds the invitation, the parts of the page, and opens questions one by one',
	async () => {
		const { page, problems } = await openPage(browser);
		await page.goto(whole.url);
		const invitation = page.getByRole('link', { name: 'Join our Discord' });
		await invitation.waitFor();
		expect(await invitation.getAttribute('target')).toBe('_blank');
		const leads = await fetch(new URL((await invitation.getAttribute('href')) ?? '', whole.url), {
			redirect: 'manual',
		});
		expect([leads.status, leads.headers.get('location')]).toEqual([302, 'https://discord.gg/dropwire']);
		expect(await page.getByRole('link', { name: 'Instagram' }).getAttribute('href')).toBe(
			'https://www.instagram.com/dropwire',
		);
		await page.getByRole('link', { name: 'FAQ' }).click();
		expect(new URL(page.url()).hash).toBe('#faq');
		for (const status of ['HOLD', 'CLOSEOUT']) await page.getByText(status, { exact: true }).click();
		await page.getByText('Do not buy').waitFor();
		await page.getByText('Backend only').waitFor();
		expect(await page.getByText('Loaded on the backend').isVisible()).toBe(false);
		expect((await examine(page)).violations).toEqual([]);
		await page.getByRole('link', { name: 'Privacy and terms' }).click();
		const refunds = page.getByRole('heading', { name: 'Refunds' });
		await refunds.waitFor();
		const mail = page.getByRole('link', { name: 'hello@dropwire.example' });
		expect(await mail.getAttribute('href')).toBe('mailto:hello@dropwire.example');
		expect(await page.locator('#contact').getByRole('link').allTextContents()).toContain('Instagram');
		await page.goto('about:blank');
		await page.goto(`${whole.url}/privacy-policy-and-terms#refunds`);
		await expect
			.poll(() => refunds.evaluate((heading) => Math.round(heading.getBoundingClientRect().top)))
			.toBeLessThan(100);
		expect(problems).toEqual([]);
	},
	60_000,
);

test.skipIf(onServer)(
	'the page is readable and linked without any script',
	async () => {
		const context = await browser.newContext({ javaScriptEnabled: false });
		const page = await context.newPage();
		await page.goto(whole.url);
		await page.getByRole('heading', { name: 'The moment it drops, your server knows.' }).waitFor();
		await page.getByText('CLOSEOUT', { exact: true }).click();
		await page.getByText('Backend only').waitFor();
		const leads = async (name: string) => page.getByRole('link', { name }).getAttribute('href');
		expect(await leads('Client Dashboard')).toBe('/dashboard/admin');
		expect(await leads('User Portal')).toBe('/userportal/accesstoken');
		expect(await leads('Join our Discord')).toBe('/invite');
		await page.goto(`${whole.url}/privacy-policy-and-terms`);
		await page.getByRole('link', { name: 'start page' }).waitFor();
		await context.close();
	},
	60_000,
);

test.skipIf(onServer)(
	'the film plays by itself and can be paused; who wants little motion gets its still, and no film',
	async () => {
		const { page, problems } = await openPage(browser);
		await page.goto(whole.url);
		const film = page.locator('video');
		const paused = () => film.evaluate((video: HTMLVideoElement) => video.paused);
		await page.getByRole('button', { name: 'Pause the background film' }).click();
		expect(await paused()).toBe(true);
		await page.getByRole('button', { name: 'Play the background film' }).click();
		await expect.poll(paused).toBe(false);
		expect(problems).toEqual([]);

		const context = await browser.newContext({ reducedMotion: 'reduce' });
		const calm = await context.newPage();
		const asked: string[] = [];
		calm.on('request', (request) => asked.push(new URL(request.url()).pathname));
		await calm.goto(whole.url, { waitUntil: 'networkidle' });
		expect(asked).toContain('/hero.webp');
		expect(asked).not.toContain('/hero.mp4');
		expect(await calm.locator('.lines span').last().isVisible()).toBe(true);
		await context.close();
	},
	60_000,
);

test.skipIf(onServer)(
	'the portal gives the extension out behind its terms, and makes the links that it acts on',
	async () => {
		const { page, problems } = await openPage(browser);
		await signIn(page, whole.url, '/userportal/accesstoken', 'mia');
		const terms = page.getByRole('dialog', { name: 'Terms of the extension' });
		const open = () => page.getByRole('button', { name: 'Download the extension' }).click();
		for (const close of [
			() => terms.getByRole('button', { name: 'Cancel' }).click(),
			() => page.keyboard.press('Escape'),
		]) {
			await open();
			await terms.waitFor();
			await close();
			await terms.waitFor({ state: 'detached' });
		}
		await open();
		const [download] = await Promise.all([
			page.waitForEvent('download'),
			terms.getByRole('link', { name: 'Accept and download' }).click(),
		]);
		expect(download.suggestedFilename()).toBe('dropwire-extension.zip');
		expect(Object.keys(unzipSync(readFileSync(await download.path())))).toEqual(['manifest.json', 'cart.js']);
		await terms.waitFor({ state: 'detached' });

		await page.getByLabel('Product link').fill('https://shop.example/t/dunk');
		await page.getByText('must be a product page of www.nike.com').waitFor();
		await page.getByLabel('Product link').fill('https://www.nike.com/gb/t/dunk-low/DD1391-100');
		await page.getByLabel('Size', { exact: true }).fill('UK 9');
		await page.getByText('https://www.nike.com/gb/t/dunk-low/DD1391-100#dropwire-size=UK+9').waitFor();
		expect(problems).toEqual([]);
	},
	60_000,
);

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

test.skipIf(onServer)(
	'the docs page reads like a page',
	async () => {
		const { page, problems } = await openPage(browser, { width: 360 });
		await page.goto(`${whole.url}/api/docs`);
		await page.getByRole('heading', { name: 'GET /api/deliveries' }).waitFor();
		expect(await examine(page)).toEqual({ violations: [], beyond: [] });
		expect(problems).toEqual([]);
	},
	60_000,
);
