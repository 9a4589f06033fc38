import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

const hasFocus = async (target: Locator) =>
	(await target.count()) === 1 && (await target.evaluate((one) => one === document.activeElement));

/** Goes on, or back with `Shift+Tab`, until this has the focus; within so few steps that a person would. */
export async function tabTo(page: Page, target: Locator, { by = 'Tab', within = 20 } = {}): Promise<void> {
	for (let steps = 0; steps < within; steps++) {
		await page.keyboard.press(by);
		if (await hasFocus(target)) return;
	}
	throw new Error(`Not within ${within} steps: ${String(target)}`);
}

export const keepsFocus = (target: Locator) => expect.poll(() => hasFocus(target)).toBe(true);
