import { isDeepStrictEqual } from 'node:util';
import axe from 'axe-core';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** Waits until all finite animations of a part have ended, because its colors change during an animation. */
export async function still(part: Locator): Promise<void> {
	const ending = () =>
		part.evaluate((one) => {
			// Animations that follow scrolling or repeat forever do not end.
			const timed = one.getAnimations({ subtree: true }).filter(({ timeline }) => timeline === document.timeline);
			return timed.filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity).length;
		});
	await expect.poll(ending).toBe(0);
}

const WCAG_22_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** The problems found in a page or a part of it. */
interface Findings {
	/** Violations of WCAG 2.2 AA, or of the requested rules: rule and elements. */
	violations: string[];
	/** The elements beyond the right edge, if the page is wider than the screen. */
	beyond: string[];
}

const NOTHING: Findings = { violations: [], beyond: [] };

/**
 * Checks a page or a part of it.
 * @param rules ids of axe's rules; by default all rules of WCAG 2.2 AA
 * @param within CSS selector of the part
 */
async function examine(
	page: Page,
	{ rules, within }: { rules?: readonly string[] | undefined; within: string },
): Promise<Findings> {
	if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
	return page.evaluate(
		async ([part, runOnly]) => {
			const found = await (window as unknown as { axe: typeof axe }).axe.run(part, {
				runOnly,
				resultTypes: ['violations'],
				// Only the rule about sounds needs what is loaded ahead, and no rule that runs needs the style sheets.
				preload: { assets: ['media'] },
			});
			const { scrollWidth } = document.documentElement;
			const beyond = [...document.querySelectorAll('body *')].filter(
				(element) => scrollWidth > innerWidth && element.getBoundingClientRect().right > innerWidth,
			);
			return {
				violations: found.violations.map(
					({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
				),
				beyond: [
					...(scrollWidth > innerWidth ? [`${scrollWidth - innerWidth} px`] : []),
					...beyond.map(
						({ tagName, className, textContent }) => `${tagName}.${className}: ${textContent?.slice(0, 60)}`,
					),
				],
			};
		},
		[within, rules ? [...rules] : WCAG_22_AA] as const,
	);
}

/** How long a page may take until nothing is found, in ms. */
const PATIENCE = 30_000;

/**
 * Checks a page or a part of it until nothing is found: what fades in has other colors for some moments, and a list may
 * still be rendering its rows for a new width. At least two checks are made however long one takes, which is why this
 * is no `expect.poll`: on a busy machine, a check of the longest page takes longer than that waits.
 * @param where the state and width in a failure
 */
async function expectNothing(page: Page, options: Parameters<typeof examine>[1], where: object = {}): Promise<void> {
	const until = Date.now() + PATIENCE;
	let found = await examine(page, options);
	do {
		if (isDeepStrictEqual(found, NOTHING)) return;
		found = await examine(page, options);
	} while (Date.now() < until);
	expect({ ...where, ...found }).toEqual({ ...where, ...NOTHING });
}

/**
 * Checks the content of a page, or another part of it given as CSS, against all rules. The frame is the same on all
 * screens: sweep.test.ts checks it.
 */
export async function expectAccessible(page: Page, within = 'main'): Promise<void> {
	await expectNothing(page, { within });
}

/**
 * The two looks in which pages are checked. Colors depend on the theme, the layout on the width. The first look is
 * checked against every rule, the second only against the rules that depend on theme or width.
 */
const LOOKS = [
	{ width: 1280, colorScheme: 'dark', rules: undefined },
	{ width: 360, colorScheme: 'light', rules: ['color-contrast', 'target-size'] },
] as const;

/**
 * Checks a part of a page in both looks, starting with the page's current look. The page then keeps the other look. In
 * a series of states the tests therefore reach half of them on a desktop and half on a phone, and check each state on
 * both.
 * @param state the name of the state in a failure
 */
export async function expectBothLooks(page: Page, within = 'main', state = within): Promise<void> {
	const part = page.locator(within).first();
	const wide = (page.viewportSize()?.width ?? 0) > LOOKS[1].width;
	for (const { width, colorScheme, rules } of wide ? LOOKS : LOOKS.toReversed()) {
		if (page.viewportSize()?.width !== width) {
			await page.setViewportSize({ width, height: 900 });
			await page.emulateMedia({ colorScheme });
			// A popover hides while its button is outside the visible area.
			await page.evaluate(() =>
				document.querySelector('[aria-haspopup=dialog][aria-expanded=true]')?.scrollIntoView({ block: 'center' }),
			);
		}
		await part.waitFor();
		// The whole page may never be still: the start page types messages in a loop.
		if (within !== 'html') await still(part);
		await expectNothing(page, { rules, within }, { state, width });
	}
}
