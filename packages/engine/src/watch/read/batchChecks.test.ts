import type { Answer } from '@dropwire/retailers';
import { expect, test } from 'vitest';
import { checkedOf } from './batchChecks.ts';

const blocked = (retryAfterMs: number | null = null): Answer => ({
	kind: 'blocked',
	reason: 'wall page: x',
	retryAfterMs,
});
const OWN: Answer = { kind: 'blocked', reason: 'HTTP status: x', retryAfterMs: null, isOwn: true };
const GONE: Answer = { kind: 'gone' };

test.each([
	['all blocked', [blocked(), blocked(3000)], { blocked: true, retryAfterMs: 3000 }],
	['one of two blocked', [blocked(), GONE], { blocked: false, retryAfterMs: 0 }],
	['one that fails for reasons of its own', [OWN], { blocked: null, retryAfterMs: 0 }],
	['one of two that fails so', [blocked(), OWN], { blocked: true, retryAfterMs: 0 }],
	['none blocked', [GONE], { blocked: false, retryAfterMs: null }],
])('a region that is read by SKU, %s', (_, answers, expected) => {
	expect(checkedOf({}, answers)).toEqual(expected);
});

test.each([
	['all can be asked after a pause', [blocked(2000), blocked(3000)], 2000],
	['one can be asked at once', [blocked(), blocked(3000)], 0],
	['one of two was answered', [blocked(3000), GONE], null],
	['none blocked', [GONE], null],
])('links never block a region: %s', (_, answers, retryAfterMs) => {
	expect(checkedOf({ byLink: 'each host' }, answers)).toEqual({ blocked: null, retryAfterMs });
});
