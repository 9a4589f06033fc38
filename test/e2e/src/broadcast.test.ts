import { expect, test } from 'vitest';
import { callBehind, hold } from './browser.ts';
import { useFixture } from './fixture.ts';

const fixture = useFixture();

test('an operator edits the broadcast list as text', async () => {
	const { page, problems } = await fixture.as('Ada', '/dashboard/settings/webhooks');
	const field = page.getByLabel('Enter the Webhooks');
	await field.fill('not json');
	await page.getByRole('button', { name: 'Update' }).click();
	await page.getByText('Error: this is not a JSON array').waitFor();
	const [webhook] = await fixture.control.createWebhooks({ count: 1 });
	await field.fill(JSON.stringify([webhook!.url]));
	await page.getByRole('button', { name: 'Update' }).click();
	await page.getByText('Webhooks updated successfully').waitFor();
	await page.reload();
	expect(await field.inputValue()).toContain(webhook!.url);
	const place = page.getByText(/^Channel \d{4}…\d{4}$/);
	await place.waitFor();
	await page.getByLabel('Filter webhooks').fill('captain');
	await page.getByText('No webhook matches the filter.').waitFor();
	await page.getByLabel('Filter webhooks').fill('dropwire');
	await place.waitFor();

	// Simulates another admin's change in the meantime.
	const others = (list: string[]) => callBehind(page, '/api/webhooks', list);
	const [added] = await fixture.control.createWebhooks({ count: 1 });
	await field.fill('[]');
	// The page reads the list every few seconds: it would know of the change before the button is pressed.
	const reading = await hold(page, '**/api/broadcastwebhooks');
	await others([webhook!.url, added!.url]);
	await page.getByRole('button', { name: 'Update' }).click();
	reading.release();
	await page.getByText('Someone else changed the list while you were editing').waitFor();
	expect(await field.inputValue()).toBe('[]');
	await page.getByRole('button', { name: 'Discard my edits' }).click();
	expect(await field.inputValue()).toContain(added!.url);
	await page.getByRole('link', { name: 'Access', exact: true }).click();
	await page.getByRole('heading', { name: 'Access' }).waitFor();
	await others([webhook!.url]);
	await page.getByRole('link', { name: /^Webhooks Broadcast list/ }).click();
	await expect.poll(() => field.inputValue()).not.toContain(added!.url);
	expect(problems).toEqual([expect.stringMatching(/^409 .*api\/webhooks/)]);
});
