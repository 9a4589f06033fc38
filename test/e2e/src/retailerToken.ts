import type { Page } from 'playwright-core';

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** An access token as a retailer issues it, with these claims: only its shape and its expiry are checked. */
export const retailerToken = (claims: { exp?: number } = {}) => `${part({ alg: 'RS256' })}.${part(claims)}.c2ln`;

/** Opens the parts of the portal, which are folded on a phone. */
export async function unfoldPortal(page: Page): Promise<void> {
	// After a change of the window's width, the parts follow with the next render.
	const isPhone = await page.evaluate(() => matchMedia('(max-width: 640px)').matches);
	await page
		.locator(isPhone ? '.portal-fold' : '.portal-unfolded')
		.first()
		.waitFor();
	const folded = page.locator('.portal-part button[aria-expanded=false]');
	while ((await folded.count()) > 0) await folded.first().click();
}
