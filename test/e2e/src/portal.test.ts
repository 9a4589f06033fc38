import { readFileSync } from 'node:fs';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { stopTime } from './browser.ts';
import { keepsFocus, tabTo } from './keys.ts';
import { retailerToken, unfoldPortal } from './retailerToken.ts';
import { useFixture } from './fixture.ts';

const fixture = useFixture();

test('a member sends and deletes a token, and invalid tokens are rejected', async () => {
	const { page } = await fixture.open();
	await page.goto(`${fixture.url}/userportal/accesstoken`);
	await page.getByRole('link', { name: /^mia/ }).click();
	await page.getByRole('heading', { name: 'User Portal' }).waitFor();
	await page.getByText('No token is stored.').waitFor();
	const send = async (token: string) => {
		await page.getByLabel('Access token').fill(token);
		await page.getByRole('button', { name: 'Send token' }).click();
	};
	await send('a b c');
	await page.getByText(/Error: This is not an access token/).waitFor();
	await send(retailerToken({ exp: 1 }));
	await page.getByText(/Error: This has expired/).waitFor();
	// By keyboard.
	await page.getByLabel('Access token').focus();
	await page.keyboard.press('Control+a');
	await page.keyboard.type(retailerToken());
	const button = page.getByRole('button', { name: 'Send token' });
	await tabTo(page, button, { within: 1 });
	await page.keyboard.press('Enter');
	await page.getByText('Token sent successfully').waitFor();
	await keepsFocus(button);
	expect(await page.getByLabel('Access token').inputValue()).toBe('');
	// Until when it is kept is shown at every visit, and it can be deleted.
	await page.reload();
	await page.getByText(/^Token kept until/).waitFor();
	await page.getByRole('button', { name: 'Delete now' }).click();
	await page.getByText('No token is stored.').waitFor();
	await page.getByRole('button', { name: 'Sign out' }).click();
	await page.waitForURL(`${fixture.url}/`);
});

test('a sent token is confirmed for eight seconds, an error stays', async () => {
	const { page } = await fixture.as('mia', '/userportal/accesstoken', { clock: true });
	const field = page.getByLabel('Access token');
	const send = page.getByRole('button', { name: 'Send token' });
	const busy = page.locator('button[type=submit][data-loading]');
	let sent = 0;
	page.on(
		'request',
		(request) => (sent += Number(request.url().endsWith('/nike/accesstoken') && request.method() === 'POST')),
	);
	const submit = async (token: string) => {
		await field.fill(token);
		await send.click();
		await busy.waitFor();
		// The form sends one request, however often the user presses the button.
		await page.keyboard.press('Enter');
		await page.clock.runFor(999);
		await busy.waitFor();
		const before = sent;
		await page.clock.runFor(1);
		await busy.waitFor({ state: 'detached' });
		expect(sent).toBe(before + 1);
	};
	await field.waitFor();
	await stopTime(page);

	const failure = page.getByText('Error: This has expired');
	await submit(retailerToken({ exp: 1 }));
	await failure.waitFor();
	await page.clock.runFor(60_000);
	await failure.waitFor();
	await submit(retailerToken());
	await failure.waitFor({ state: 'detached' });
	const notice = page.getByText('Token sent successfully');
	await notice.waitFor();
	await page.clock.runFor(7999);
	await notice.waitFor();
	await page.clock.runFor(1);
	await notice.waitFor({ state: 'detached' });
	expect(sent).toBe(2);
});

test('the guide and the installation steps fit a desktop and a phone', async () => {
	const { page, problems } = await fixture.as('mia', '/userportal/accesstoken');
	const title = page.getByRole('heading', { name: 'Guide: how to find the token' });
	const guide = page.locator('section', { has: title });
	const install = page.locator('section', { has: page.getByRole('heading', { name: 'Install' }) });
	for (const width of [1280, 360]) {
		await page.setViewportSize({ width, height: 900 });
		// On a phone, each part is folded to a sentence.
		await unfoldPortal(page);
		await page.getByRole('link', { name: 'guide', exact: true }).click();
		await expect.poll(() => title.evaluate((one) => Math.abs(one.getBoundingClientRect().top))).toBeLessThan(450);
		for (const [part, words] of [
			[guide, ['Sign in', 'Network', 'request headers', 'Authorization: Bearer']],
			[install, ['Unpack', 'chrome://extensions', 'Load unpacked', '#dropwire-size=']],
		] as const) {
			const steps = part.locator('ol > li');
			await expect.poll(() => steps.count()).toBe(words.length);
			for (const [index, word] of words.entries()) {
				const step = steps.nth(index);
				await step.scrollIntoViewIfNeeded();
				await expect.poll(() => step.innerText()).toContain(word);
				// Fully visible: inside the screen, with no part cut off.
				const { right, cut } = await step.evaluate((one) => ({
					right: one.getBoundingClientRect().right,
					cut: one.scrollWidth - one.clientWidth,
				}));
				expect(right).toBeLessThanOrEqual(width);
				expect(cut).toBe(0);
			}
		}
	}
	expect(problems).toEqual([]);
});

test('the portal offers the extension after its terms, and makes links for it', async () => {
	const { page, problems } = await fixture.as('mia', '/userportal/accesstoken');
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
	await page.getByText('Enter the address of a product page on www.nike.com.').waitFor();
	await page.getByLabel('Product link').fill('https://www.nike.com/gb/t/dunk-low/DD1391-100');
	await page.getByLabel('Size', { exact: true }).fill('UK 9');
	await page.getByText('https://www.nike.com/gb/t/dunk-low/DD1391-100#dropwire-size=UK+9').waitFor();
	expect(problems).toEqual([]);
});
