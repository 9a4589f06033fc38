import { expect, test } from 'vitest';
import { examine } from './looks.ts';
import { useFixture } from './fixture.ts';

const fixture = useFixture();

test('a link is tested before it is saved, and goes on the list of its shop', async () => {
	const { page, problems } = await fixture.as('Ada', '/dashboard/settings/links');
	const link = `${fixture.sandboxUrl}/retail/shop/t/dunk/CK9246-101`;
	const field = page.getByLabel('Links to products, or part numbers of HP');
	await field.fill(`${link}?utm_source=mail`);
	await page.getByRole('button', { name: 'Test this link' }).click();
	await page.getByText(/read as schema\.org page · the shop states availability per size/).waitFor();
	await page
		.getByRole('list', { name: 'Sizes' })
		.getByText(/: (in stock|out of stock)/)
		.first()
		.waitFor({ state: 'attached' });
	const links = page.getByRole('region', { name: 'SKUs on Links' });
	await links.getByText('No SKUs yet.').waitFor();
	expect((await examine(page)).violations).toEqual([]);

	await field.fill(`${fixture.sandboxUrl}/none`);
	await page.getByRole('button', { name: 'Test this link' }).click();
	await page.getByText('Cannot be read (gone): The shop answered 404.').waitFor();

	await field.fill(`${link} 7Z5A1UA#ABA https://www.newbalance.com/pd/M990GL6.html`);
	await page.getByText('HP SKU').waitFor();
	await page.getByRole('button', { name: 'Add', exact: true }).click();
	const foreign = page.getByText(/M990GL6\.html belongs on HOT_NEWBALANCE/);
	await expect.poll(() => foreign.count()).toBe(2);
	await field.fill(`${link}#sizes 7Z5A1UA#ABA`);
	await page.keyboard.press('Enter');
	await page.getByText('2 added: ').waitFor();
	await links.getByText(link.replace('http://', '')).waitFor();
	const hp = page.getByRole('region', { name: 'SKUs on HP' });
	await hp.getByText(/its link is not known yet/).waitFor();

	await field.fill(`${link}?gclid=1`);
	await page.getByRole('button', { name: 'Remove', exact: true }).click();
	await page.getByText('1 removed: ').waitFor();
	await links.getByText('No SKUs yet.').waitFor();
	expect(problems).toEqual([]);
});
