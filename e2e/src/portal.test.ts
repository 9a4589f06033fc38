import { readFileSync } from 'node:fs';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { onServer } from './onServer.ts';
import { useStage } from './stage.ts';

const stage = useStage();

test('a member hands over a token; one that has expired is refused with the reason', async () => {
	const { page } = await stage.open();
	await page.goto(`${stage.url}/userportal/accesstoken`);
	await page.getByRole('link', { name: /^mia/ }).click();
	await page.getByRole('heading', { name: 'User Portal' }).waitFor();
	const expired = `x.${Buffer.from('{"exp":1}').toString('base64url')}.x`;
	await page.getByLabel('Access token').fill(expired);
	await page.getByRole('button', { name: 'Send token' }).click();
	await page.getByText(/Error: This has expired/).waitFor();
	await page.getByLabel('Access token').fill('a-token-that-says-nothing');
	await page.getByRole('button', { name: 'Send token' }).click();
	await page.getByText('Token sent successfully').waitFor();
	expect(await page.getByLabel('Access token').inputValue()).toBe('');
}, 60_000);

test.skipIf(onServer)(
	'the portal gives the extension out behind its terms, and makes the links that it acts on',
	async () => {
		const { page, problems } = await stage.as('mia', '/userportal/accesstoken');
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
