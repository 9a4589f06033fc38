import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { onServer } from './onServer.ts';
import { useStage } from './stage.ts';

const stage = useStage();

const search = async (page: Page, sku: string) => {
	await page.getByLabel(/^SKU/).fill(sku);
	await page.keyboard.press('Enter');
};

test.skipIf(onServer)(
	'a product is shown per region, and a region that does not answer is named',
	async () => {
		const { page, problems } = await stage.as('Ada', '/dashboard/settings/productquery');
		await stage.control.failNike({ region: 'FR', times: 'forever', fault: { accessDenied: true } });
		await search(page, 'HF3976-001');
		const card = page.getByRole('article', { name: /in United States$/ });
		await card.getByText('HF3976-001').first().waitFor();
		await page.getByText('No answer from France').waitFor();
		await stage.control.healNike();
		await search(page, 'NONE-000');
		await page.getByText('NONE-000 was found in no region').waitFor();
		expect(problems).toEqual([]);
	},
	60_000,
);
