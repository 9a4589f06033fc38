import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

const hasFocus = async (target: Locator) =>
	(await target.count()) === 1 && (await target.evaluate((one) => one === document.activeElement));

/**
 * Presses Tab, or `Shift+Tab` to go back, until the target has the focus. Fails after more steps than a user would
 * accept. The steps begin when the page has the target, as a user's do.
 */
export async function tabTo(
	page: Page,
	target: Locator,
	{ by = 'Tab', within = 20 }: { by?: string; within?: number | undefined } = {},
): Promise<void> {
	await target.first().waitFor({ state: 'attached' });
	for (let steps = 0; steps < within; steps++) {
		await page.keyboard.press(by);
		if (await hasFocus(target)) return;
	}
	throw new Error(`Not within ${within} steps: ${String(target)}`);
}

export const keepsFocus = (target: Locator) => expect.poll(() => hasFocus(target)).toBe(true);
