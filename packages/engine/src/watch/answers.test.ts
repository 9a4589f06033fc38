import type { Answer } from '@dropwire/retailers';
import { expect, test } from 'vitest';
import { isShopBlocked } from './answers.ts';

const blocked = (reason: string, retryAfterMs: number | null = null): Answer => ({
	kind: 'blocked',
	reason,
	retryAfterMs,
});

test.each([
	['a page in another format', [blocked('changed format: The page describes several products')], false],
	['a page that robots.txt forbids', [blocked('robots.txt: that of shop.example does not allow this page')], false],
	['a page that asks to wait', [blocked('robots.txt: it cannot be read: shop.example answered 429', 1000)], true],
	['a wall', [blocked('wall (403): shop.example answered 403')], true],
	['a wall behind a page in another format', [blocked('changed format: x'), blocked('wall page: y')], true],
	['one of two pages', [blocked('wall page: y'), { kind: 'gone' }], false],
] as const)('other links of the shop wait after %#: %s', (_, answers, expected) => {
	expect(isShopBlocked(answers)).toBe(expected);
});
