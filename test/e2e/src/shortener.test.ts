import { expect, test } from 'vitest';
import { callBehind } from './browser.ts';
import { useFixture } from './fixture.ts';
import { keepsFocus, tabTo } from './keys.ts';
import { expectBothLooks } from './looks.ts';

const fixture = useFixture();

const settings = '/dashboard/settings';

test('the keyboard shortens a URL to two short ones, whose clicks are counted', async () => {
	const { page, problems, context } = await fixture.as('Ada', `${settings}/urlshortener`);
	await context.grantPermissions(['clipboard-read', 'clipboard-write']);
	await page.getByText(/^No short URLs yet\. Shorten a URL above/).waitFor();
	const field = page.getByLabel('Enter your long URL');
	await field.fill('http://192.168.1.1/admin');
	await page.getByRole('button', { name: 'Shorten URL' }).click();
	await page.getByText('Error: This must be on the public internet, and 192.168.1.1 is not.').waitFor();
	expect(await field.inputValue()).toBe('http://192.168.1.1/admin');
	await expectBothLooks(page, '.shortener:has(.shorten-error:not(:empty))');

	await field.focus();
	await page.keyboard.press('Control+a');
	await page.keyboard.type('https://www.nike.com/t/dunk-low');
	await page.keyboard.press('Enter');
	const first = page.getByRole('button', { name: /^First short URL: http/ });
	await first.waitFor();
	await keepsFocus(field);
	await tabTo(page, first);
	await expectBothLooks(page, '.shortener:has(.copy-line .mono:enabled)');
	await expectBothLooks(page, '[aria-labelledby=short-urls]:has(.row)');
	await page.keyboard.press('Enter');
	await page.getByText('URL copied to clipboard!').waitFor();
	await expectBothLooks(page, '.copy-line:has([role=status]:not(:empty))');
	const copied = () => page.evaluate(() => navigator.clipboard.readText());
	expect(await copied()).toBe(await first.innerText());
	const second = page.getByRole('button', { name: 'Copy Second Url' });
	await tabTo(page, second);
	await page.keyboard.press('Space');
	await expect.poll(copied).not.toBe(await first.innerText());
	expect(await copied()).toMatch(new RegExp(`^${fixture.url}/s/\\w{7}$`));
	const copy = page.getByRole('button', { name: /^Copy http/ }).first();
	await tabTo(page, copy);
	await page.keyboard.press('Enter');
	await expect.poll(async () => `Copy ${await copied()}`).toBe(await copy.getAttribute('aria-label'));
	// A headless browser is no person, whose clicks are counted.
	const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
	const answer = await page.request.get(await copied(), { maxRedirects: 0, headers });
	expect(answer.headers()['location']).toBe('https://www.nike.com/t/dunk-low');
	const list = page.getByRole('region', { name: 'Short URLs' });
	await list.getByRole('listitem').filter({ hasText: '1 click' }).waitFor();
	await page.evaluate(() => (navigator.clipboard.writeText = () => Promise.reject(new Error('forbidden'))));
	await second.click();
	await expectBothLooks(page, '.copy-line:has(.bad)');
	await copy.click();
	await expectBothLooks(page, '.short-url:has(.row-note.bad)');

	for (let n = 0; n < 30; n++) await callBehind(page, '/url/urlshorten', { originalUrl: `https://shop.example/${n}` });
	await page.reload();
	await expect.poll(() => list.getByRole('listitem').count()).toBe(50);
	await list.getByRole('button', { name: 'Load more' }).click();
	await expect.poll(() => list.getByRole('listitem').count()).toBe(62);
	await expect.poll(() => list.getByRole('button', { name: 'Load more' }).count()).toBe(0);
	await page.getByLabel('Filter short URLs').fill('DUNK');
	await expect.poll(() => list.getByRole('listitem').count()).toBe(2);
	await page.getByLabel('Filter short URLs').fill('nothing');
	await list.getByText('No short URL matches the filter.').waitFor();
	await expectBothLooks(page, '[aria-labelledby=short-urls]:has(.empty)');
	expect(problems).toEqual([expect.stringMatching(/^400/)]);
});

test('a short URL redirects, and an unknown one shows "not found"', async () => {
	const answered = await fixture.call('Ada', '/url/urlshorten', { originalUrl: 'https://www.nike.com/t/dunk-low' });
	const { shortUrl: short } = answered as { shortUrl: string };
	const response = await fetch(short, { redirect: 'manual' });
	expect([response.status, response.headers.get('location')]).toEqual([302, 'https://www.nike.com/t/dunk-low']);
	const visitor = await fixture.open();
	await visitor.page.goto(`${fixture.url}/s/3467893`);
	await visitor.page.getByRole('heading', { name: '404 Page not found' }).waitFor();
});
