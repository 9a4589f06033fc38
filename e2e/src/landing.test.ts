import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { examine } from './looks.ts';
import { onServer } from './onServer.ts';
import { useStage } from './stage.ts';

const stage = useStage({
	INVITE_URL: 'https://discord.gg/dropwire',
	SOCIAL_URLS: 'https://www.instagram.com/dropwire',
	CONTACT_EMAIL: 'hello@dropwire.example',
});

test.skipIf(onServer)(
	'a visitor finds the invitation, the parts of the page, and opens questions one by one',
	async () => {
		const { page, problems } = await stage.open();
		await page.goto(stage.url);
		const invitation = page.getByRole('link', { name: 'Join our Discord' });
		await invitation.waitFor();
		expect(await invitation.getAttribute('target')).toBe('_blank');
		const leads = await fetch(new URL((await invitation.getAttribute('href')) ?? '', stage.url), {
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
		await page.goto(`${stage.url}/privacy-policy-and-terms#refunds`);
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
		const context = await stage.browser.newContext({ javaScriptEnabled: false });
		const page = await context.newPage();
		await page.goto(stage.url);
		await page.getByRole('heading', { name: 'The moment it drops, your server knows.' }).waitFor();
		await page.getByText('CLOSEOUT', { exact: true }).click();
		await page.getByText('Backend only').waitFor();
		const leads = async (name: string) => page.getByRole('link', { name }).getAttribute('href');
		expect(await leads('Client Dashboard')).toBe('/dashboard/admin');
		expect(await leads('User Portal')).toBe('/userportal/accesstoken');
		expect(await leads('Join our Discord')).toBe('/invite');
		await page.goto(`${stage.url}/privacy-policy-and-terms`);
		await page.getByRole('link', { name: 'start page' }).waitFor();
		await context.close();
	},
	60_000,
);

test.skipIf(onServer)(
	'the film plays by itself and can be paused; who wants little motion gets its still, and no film',
	async () => {
		const { page, problems } = await stage.open();
		await page.goto(stage.url);
		const film = page.locator('video');
		const paused = () => film.evaluate((video: HTMLVideoElement) => video.paused);
		await page.getByRole('button', { name: 'Pause the background film' }).click();
		expect(await paused()).toBe(true);
		await page.getByRole('button', { name: 'Play the background film' }).click();
		await expect.poll(paused).toBe(false);
		expect(problems).toEqual([]);

		const context = await stage.browser.newContext({ reducedMotion: 'reduce' });
		const calm = await context.newPage();
		const asked: string[] = [];
		calm.on('request', (request) => asked.push(new URL(request.url()).pathname));
		await calm.goto(stage.url, { waitUntil: 'networkidle' });
		expect(asked).toContain('/hero.webp');
		expect(asked).not.toContain('/hero.mp4');
		expect(await calm.locator('.lines span').last().isVisible()).toBe(true);
		await context.close();
	},
	60_000,
);

test.skipIf(onServer)(
	'parts of the page fade or zoom in as they come into view; who wants little motion sees them at once',
	async () => {
		const { page } = await stage.open();
		await page.goto(stage.url);
		const parts = {
			title: page.getByRole('heading', { name: 'What the statuses mean' }),
			feature: page.locator('#features li').last(),
			question: page.locator('details').last(),
		};
		/** How opaque and how large a part is drawn, of 1. */
		const drawn = (part: Locator) =>
			part.evaluate((one) => {
				const { opacity, transform } = getComputedStyle(one);
				return { opacity: Number(opacity), scale: new DOMMatrix(transform).a };
			});
		/** Puts so much of a part above the lower edge of the screen. */
		const scroll = (part: Locator, share: number) =>
			part.evaluate((one, shown) => {
				// Where it stands, not where a movement draws it.
				let top = 0;
				for (let at = one as HTMLElement | null; at; at = at.offsetParent as HTMLElement | null) top += at.offsetTop;
				scrollTo({ top: top + (one as HTMLElement).offsetHeight * shown - innerHeight, behavior: 'instant' });
			}, share);
		for (const [name, part] of Object.entries(parts)) {
			const zooms = name === 'title';
			await scroll(part, -0.5);
			await expect.poll(() => drawn(part)).toEqual({ opacity: 0, scale: zooms ? 0.92 : 1 });
			await scroll(part, 0.3);
			await expect.poll(async () => (await drawn(part)).opacity).toBeGreaterThan(0.1);
			const { opacity, scale } = await drawn(part);
			expect(opacity).toBeLessThan(0.9);
			if (zooms) expect(scale).toBeGreaterThan(0.92);
			await scroll(part, 1);
			await expect.poll(() => drawn(part)).toEqual({ opacity: 1, scale: 1 });
		}

		await page.emulateMedia({ reducedMotion: 'reduce' });
		await page.reload();
		await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
		for (const part of Object.values(parts)) expect(await drawn(part)).toEqual({ opacity: 1, scale: 1 });
	},
	60_000,
);

test.skipIf(onServer)(
	'the docs page reads like a page',
	async () => {
		const { page, problems } = await stage.open({ width: 360 });
		await page.goto(`${stage.url}/api/docs`);
		await page.getByRole('heading', { name: 'GET /api/deliveries' }).waitFor();
		expect(await examine(page)).toEqual({ violations: [], beyond: [] });
		expect(problems).toEqual([]);
	},
	60_000,
);
