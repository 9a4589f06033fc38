import { expect, test } from 'vitest';
import { callBehind } from './browser.ts';
import { useStage } from './stage.ts';

const stage = useStage();

test('the broadcast list is edited as text; what is no list is an error and is not sent', async () => {
	const { page, problems } = await stage.as('Ada', '/dashboard/settings/webhooks');
	const field = page.getByLabel('Enter the Webhooks');
	await field.fill('not json');
	await page.getByRole('button', { name: 'Update' }).click();
	await page.getByText('Error: this is not a JSON array').waitFor();
	const [webhook] = await stage.control.createWebhooks({ count: 1 });
	await field.fill(JSON.stringify([webhook!.url]));
	await page.getByRole('button', { name: 'Update' }).click();
	await page.getByText('Webhooks updated successfully').waitFor();
	await page.reload();
	expect(await field.inputValue()).toContain(webhook!.url);

	// As another admin does in the meantime.
	const others = (list: string[]) => callBehind(page, '/api/webhooks', list);
	const [added] = await stage.control.createWebhooks({ count: 1 });
	await field.fill('[]');
	await others([webhook!.url, added!.url]);
	await page.getByRole('button', { name: 'Update' }).click();
	await page.getByText('Somebody changed the list since you began').waitFor();
	expect(await field.inputValue()).toBe('[]');
	await page.getByRole('button', { name: 'Take theirs' }).click();
	expect(await field.inputValue()).toContain(added!.url);
	await page.getByRole('link', { name: 'Access', exact: true }).click();
	await page.getByRole('heading', { name: 'Access' }).waitFor();
	await others([webhook!.url]);
	await page.getByRole('link', { name: /^Webhooks \d/ }).click();
	await expect.poll(() => field.inputValue()).not.toContain(added!.url);
	expect(problems).toEqual([]);
}, 60_000);
