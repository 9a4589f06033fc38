import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { openContext } from './browser.ts';
import { expectAccessible } from './looks.ts';
import { useFixture } from './fixture.ts';

const fixture = useFixture({
	INVITE_URL: 'https://discord.gg/dropwire',
	SOCIAL_URLS: 'https://www.instagram.com/dropwire',
	CONTACT_EMAIL: 'hello@dropwire.example',
});

test('a visitor reads the landing page, the status and the terms', async () => {
	const { page, problems } = await fixture.open({ savesData: false });
	await page.goto(fixture.url);
	const invitation = page.getByRole('link', { name: 'Join our Discord' });
	await invitation.waitFor();
	expect(await invitation.getAttribute('target')).toBe('_blank');
	const leads = await fetch(new URL((await invitation.getAttribute('href')) ?? '', fixture.url), {
		redirect: 'manual',
	});
	expect([leads.status, leads.headers.get('location')]).toEqual([302, 'https://discord.gg/dropwire']);
	expect(await page.getByRole('link', { name: 'Instagram' }).getAttribute('href')).toBe(
		'https://www.instagram.com/dropwire',
	);
	await page.getByRole('link', { name: 'FAQ' }).click();
	expect(new URL(page.url()).hash).toBe('#faq');
	for (const status of ['HOLD', 'CLOSEOUT'])
		await page.locator('summary', { hasText: new RegExp(`^${status}$`) }).click();
	await page.getByText('Do not buy').waitFor();
	await page.getByText('Backend only').waitFor();
	await expect.poll(() => page.getByText('Loaded on the backend').isVisible()).toBe(false);
	await expectAccessible(page, 'html');
	await page.getByRole('banner').getByRole('link', { name: 'Status', exact: true }).click();
	await page.getByText('Everything is running').waitFor();
	await page.getByRole('row', { name: /^Nike Refurbished/ }).waitFor();
	await expectAccessible(page, 'html');
	await page.getByRole('link', { name: 'Privacy and terms' }).click();
	const refunds = page.getByRole('heading', { name: 'Refunds' });
	await refunds.waitFor();
	const mail = page.getByRole('link', { name: 'hello@dropwire.example' });
	expect(await mail.getAttribute('href')).toBe('mailto:hello@dropwire.example');
	await expect.poll(() => page.locator('#contact').getByRole('link').allTextContents()).toContain('Instagram');
	await page.goto('about:blank');
	await page.goto(`${fixture.url}/privacy-policy-and-terms#refunds`);
	await expect
		.poll(() => refunds.evaluate((heading) => Math.round(heading.getBoundingClientRect().top)))
		.toBeLessThan(100);
	expect(problems).toEqual([]);
});

test('the landing page works without scripts', async () => {
	const context = await openContext({ javaScriptEnabled: false });
	const page = await context.newPage();
	await page.goto(fixture.url);
	await page.getByRole('heading', { name: 'The moment it drops, your server knows.' }).waitFor();
	await page.getByText('Shock drop').waitFor();
	await page.getByRole('heading', { name: 'What is watched' }).waitFor();
	await page.locator('summary', { hasText: 'CLOSEOUT' }).click();
	await page.getByText('Backend only').waitFor();
	const leads = async (name: string) => page.getByRole('link', { name }).getAttribute('href');
	expect(await leads('Client Dashboard')).toBe('/dashboard/admin');
	expect(await leads('User Portal')).toBe('/userportal/accesstoken');
	expect(await leads('Sign in')).toBe('/auth?next=/dashboard');
	expect(await leads('Join our Discord')).toBe('/invite');
	await page.goto(`${fixture.url}/privacy-policy-and-terms`);
	await page.getByRole('link', { name: 'home page' }).waitFor();
});

test('the film can be paused, and reduced motion shows its still', async () => {
	const { page, problems } = await fixture.open({ savesData: false });
	await page.goto(fixture.url);
	const film = page.locator('video');
	const paused = () => film.evaluate((video: HTMLVideoElement) => video.paused);
	await page.getByRole('button', { name: 'Pause the background film' }).click();
	expect(await paused()).toBe(true);
	await page.getByRole('button', { name: 'Play the background film' }).click();
	await expect.poll(paused).toBe(false);
	expect(problems).toEqual([]);

	const context = await openContext({ reducedMotion: 'reduce' });
	const calm = await context.newPage();
	const asked: string[] = [];
	calm.on('request', (request) => asked.push(new URL(request.url()).pathname));
	await calm.goto(fixture.url, { waitUntil: 'networkidle' });
	expect(asked).toContain('/hero.webp');
	expect(asked).not.toContain('/hero.mp4');
	await expect.poll(() => calm.locator('.channel .message').first().isVisible()).toBe(true);
	// The prerendered page knows nothing of the reader's settings: the button is right once React has taken over.
	await calm.getByRole('button', { name: 'Play the messages' }).waitFor();
});

test('titles and features grow as they scroll into view, and are always visible', async () => {
	const { page } = await fixture.open();
	await page.goto(fixture.url);
	const parts = [page.getByRole('heading', { name: 'What is watched' }), page.locator('#features li').last()];
	/** The opacity and scale of a part, 0 to 1. */
	const drawn = (part: Locator) =>
		part.evaluate((one) => {
			const { opacity, transform } = getComputedStyle(one);
			return { opacity: Number(opacity), scale: new DOMMatrix(transform).a };
		});
	/** Scrolls until this share of a part is above the bottom of the screen. */
	const scroll = (part: Locator, share: number) =>
		part.evaluate((one, shown) => {
			// Its position in the layout, without the animation.
			let top = 0;
			for (let at = one as HTMLElement | null; at; at = at.offsetParent as HTMLElement | null) top += at.offsetTop;
			scrollTo({ top: top + (one as HTMLElement).offsetHeight * shown - innerHeight, behavior: 'instant' });
		}, share);
	/** Scrolls again each time: pictures that load later move what is below them. */
	const drawnAt = async (part: Locator, share: number) => {
		await scroll(part, share);
		return drawn(part);
	};
	for (const part of parts) {
		await expect.poll(() => drawnAt(part, -0.5)).toEqual({ opacity: 1, scale: 0.96 });
		await expect.poll(() => drawnAt(part, 1.5)).toEqual({ opacity: 1, scale: 1 });
	}

	await page.emulateMedia({ reducedMotion: 'reduce' });
	await page.reload();
	await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
	for (const part of parts) expect(await drawn(part)).toEqual({ opacity: 1, scale: 1 });
});

test('the API documentation is accessible on a phone', async () => {
	const { page, problems } = await fixture.open({ width: 360 });
	await page.goto(`${fixture.url}/api/docs`);
	await page.getByRole('heading', { name: 'GET /api/deliveries' }).waitFor();
	await expectAccessible(page, 'html');
	expect(problems).toEqual([]);
});
