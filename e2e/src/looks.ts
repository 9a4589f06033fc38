import axe from 'axe-core';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** Until nothing moves in it any more: before that its colours are those of a moment. */
export async function still(part: Locator): Promise<void> {
	await expect.poll(() => part.evaluate((one) => one.getAnimations({ subtree: true }).length)).toBe(0);
}

const WCAG_22_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * Violations of WCAG 2.2 AA (or of these rules of it), in the whole page or a part of it; and what stands out beyond the
 * right edge, if the page is wider than the screen.
 */
export async function examine(
	page: Page,
	{ rules, within }: { rules?: readonly string[] | undefined; within?: string } = {},
): Promise<{ violations: string[]; beyond: string[] }> {
	await page.evaluate(axe.source);
	const violations = await page.evaluate(
		async ([part, runOnly]) => {
			const found = await (window as unknown as { axe: typeof axe }).axe.run(part, {
				runOnly,
				resultTypes: ['violations'],
			});
			return found.violations.map(
				({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
			);
		},
		[within ?? 'html', rules ? [...rules] : WCAG_22_AA] as const,
	);
	return {
		violations,
		beyond: await page.evaluate(() => {
			const { scrollWidth } = document.documentElement;
			if (scrollWidth <= innerWidth) return [];
			const out = [...document.querySelectorAll('body *')].filter(
				(element) => element.getBoundingClientRect().right > innerWidth,
			);
			return [
				`${scrollWidth - innerWidth} px`,
				...out.map(({ tagName, className, textContent }) => `${tagName}.${className}: ${textContent?.slice(0, 60)}`),
			];
		}),
	};
}

/**
 * How pages are examined: colours hang on the theme, the layout on the width. The first look sees every rule, the second
 * what hangs on either.
 */
export const LOOKS = [
	[1280, 'dark', undefined],
	[360, 'light', ['color-contrast', 'target-size']],
] as const;

/**
 * Leads through the states that a screen can be in, each given as the part (CSS) that shows it, and examines that part:
 * nothing of it may violate WCAG 2.2 AA (or these rules of it), nor stand out beyond the screen.
 */
export async function examineStates(
	page: Page,
	states: AsyncIterable<string>,
	rules?: readonly string[],
): Promise<void> {
	for await (const within of states) {
		const part = page.locator(within).first();
		await part.waitFor();
		await still(part);
		expect({ within, ...(await examine(page, { rules, within })) }).toEqual({ within, violations: [], beyond: [] });
	}
}
