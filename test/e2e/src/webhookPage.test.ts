import { expect, test } from 'vitest';
import { callBehind, hold } from './browser.ts';
import { useFixture } from './fixture.ts';

const fixture = useFixture();

test('an operator renames, subscribes, replaces and deletes a webhook on its page', async () => {
	const [first, second] = await fixture.control.createWebhooks({ count: 2 });
	const { page, problems } = await fixture.as('Ada', '/dashboard/settings/hp', { clock: true });
	await page.getByRole('button', { name: 'Add webhook' }).click();
	const dialog = page.getByRole('dialog', { name: 'Enter the new webhook' });
	await dialog.getByLabel('Label').fill('Resell Lab');
	await dialog.getByLabel('Webhook URL').fill(first!.url);
	await dialog.getByRole('button', { name: 'Upload' }).click();
	await page.getByRole('link', { name: 'Resell Lab' }).click();

	await page.getByRole('button', { name: 'Resell Lab (rename)' }).click();
	await page.getByLabel('Label').fill('Resell Lab VIP');
	await page.keyboard.press('Enter');
	await page.getByRole('heading', { name: 'Resell Lab VIP' }).waitFor();
	// Enter without an edit keeps what another operator has saved since.
	await page.getByRole('button', { name: 'Resell Lab VIP (rename)' }).click();
	const id = page.url().split('/').at(-1);
	await callBehind(page, '/api/webhook', { id, label: 'Resell Lab Pro' });
	await page.clock.runFor(10_000);
	await expect.poll(() => page.title()).toMatch(/^Resell Lab Pro/);
	await page.getByLabel('Label').press('Enter');
	await page.getByRole('button', { name: 'Resell Lab Pro (rename)' }).click();
	await page.getByLabel('Label').fill('Resell Lab VIP');
	await page.keyboard.press('Enter');
	await page.getByRole('heading', { name: 'Resell Lab VIP' }).waitFor();

	await page.getByRole('checkbox', { name: 'Nike Shoes Active, all regions' }).check();
	await page.getByRole('checkbox', { name: 'Nike Shoes Active · KR' }).uncheck();
	await page.getByRole('checkbox', { name: 'HP Laptops · US' }).uncheck();
	const step = page.getByRole('group', { name: 'Changes' });
	// Another tab of the page keeps them.
	await page.getByRole('link', { name: 'History' }).click();
	await page.getByRole('link', { name: 'Subscriptions 16 not applied' }).click();
	await step.getByText('Add to 15 groups, remove from 1 group').waitFor();
	// So does another screen, on which a reload asks first.
	await page.getByRole('link', { name: 'All webhooks' }).last().click();
	const asked = page.waitForEvent('dialog');
	const reloaded = page.evaluate('location.reload()');
	const question = await asked;
	expect(question.type()).toBe('beforeunload');
	await question.dismiss();
	await reloaded;
	const kept = page.getByText('Changes not applied:');
	await expect.poll(() => kept.innerText()).toContain('16 changes');
	await kept.getByRole('link', { name: 'Resell Lab VIP' }).click();
	await step.getByText('Add to 15 groups, remove from 1 group').waitFor();
	await step.getByRole('button', { name: 'Preview' }).click();
	await step.getByText('HP Laptops · US: removed').waitFor();
	await step.getByText('Nike Shoes Active · AT: added').waitFor();
	// What is changed while the answer is under way stays.
	const answer = await hold(page, '**/api/bulk/webhooks');
	await step.getByRole('button', { name: 'Apply' }).click();
	await expect.poll(answer.count).toBe(1);
	await page.getByRole('checkbox', { name: 'Nike Shoes Closeout · US' }).check();
	answer.release();
	await step.getByText('Add to 1 group').waitFor();
	await step.getByRole('button', { name: 'Discard' }).click();
	await step.waitFor({ state: 'detached' });
	await expect.poll(() => page.getByRole('checkbox', { name: 'HP Laptops · US' }).isChecked()).toBe(false);
	await expect.poll(() => page.getByRole('checkbox', { name: 'Nike Shoes Active · JP' }).isChecked()).toBe(true);

	// Another operator adds it to the group that is checked here.
	const closeout = page.getByRole('checkbox', { name: 'Nike Shoes Closeout · JP' });
	await closeout.check();
	await step.getByText('Add to 1 group').waitFor();
	const group = { brand: 'NIKE', category: 'SHOES', region: 'JP', status: 'CLOSEOUT' };
	const row = { ...group, action: 'INSERT', label: 'Resell Lab VIP', value: first!.url };
	await callBehind(page, '/api/bulk/webhooks', { rows: [row] });
	await page.clock.runFor(10_000);
	await step.waitFor({ state: 'detached' });
	await expect.poll(() => closeout.isChecked()).toBe(true);

	await page.getByRole('button', { name: 'Pause' }).click();
	await page.getByRole('button', { name: 'Resume' }).click();
	await page.getByRole('button', { name: 'Pause' }).waitFor();
	await fixture.control.deleteWebhook(first!.id);
	await page.getByRole('button', { name: 'Test' }).click();
	await page.getByText(/^Off: .*404.* Create another one there and enter its URL/).waitFor();
	await page.getByRole('link', { name: 'Messages' }).click();
	await page.getByRole('row', { name: /Test message .* failed/ }).waitFor();

	const dead = page.url();
	await page.getByLabel('New URL').fill(second!.url);
	await page.getByRole('button', { name: 'Preview' }).click();
	await page.getByRole('button', { name: /^Replace in \d+ lists$/ }).click();
	await expect.poll(() => page.url()).not.toBe(dead);
	await page.getByText('No message yet').waitFor();
	await page.getByRole('link', { name: 'History' }).click();
	await page.getByText(/^Changed in Nike Shoes Active · JP/).waitFor();

	await page.getByRole('link', { name: 'All webhooks' }).last().click();
	await page.getByRole('heading', { name: 'All webhooks' }).waitFor();
	await page.getByLabel('Label or last digits of the id').fill(second!.id.slice(-5));
	await page.waitForURL(`**/allwebhooks?q=${second!.id.slice(-5)}`);
	await page.getByLabel('Region').selectOption('Japan');
	await page.waitForURL(`**/allwebhooks?q=${second!.id.slice(-5)}&region=JP`);
	await page.getByText('16 topics · Nike').waitFor();
	await page.getByLabel('State').selectOption('Off');
	await page.getByText('No webhooks match the filters.').waitFor();

	await page.getByLabel('State').selectOption('All states');
	const listed = page.getByRole('link', { name: 'Resell Lab VIP' });
	await listed.click();
	await page.getByRole('button', { name: 'Resell Lab VIP (rename)' }).waitFor();
	await page.getByRole('button', { name: 'Delete' }).click();
	await page.getByText('Deleted Resell Lab VIP').waitFor();
	await page.clock.fastForward(8000);
	// Once the deletion is done, the list has been read again.
	await page.getByText('Deleted Resell Lab VIP').waitFor({ state: 'detached' });
	await expect.poll(() => listed.count()).toBe(0);
	// Everything is applied or gone.
	await expect.poll(() => kept.count()).toBe(0);
	await page.reload();
	await page.getByRole('heading', { name: 'All webhooks' }).waitFor();
	// The page of the replaced webhook may ask for it once more before it is left.
	expect(problems.filter((problem) => !/^404 .*\/api\/webhook/.test(problem))).toEqual([]);
});
