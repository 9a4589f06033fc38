import { expect, test } from 'vitest';
import { isWords, lastTyped } from './words.ts';

test.each([
	['air jordan 3', true],
	['990v6', true],
	['jordan', true],
	['CK9246-101', false],
	['ck9246-101 hf3976-001', false],
	['air, jordan', false],
	['', false],
])('%j is words: %s', (text, words) => {
	expect(isWords(text)).toBe(words);
});

test.each([
	['air jordan', '', 'air jordan'],
	['CK9246-101, air jor', 'CK9246-101,', 'air jor'],
	['CK9246-101 HF3976-0', 'CK9246-101 ', 'HF3976-0'],
	['CK9246-101, ', 'CK9246-101,', ''],
])('%j suggests after %j for %j', (text, before, typed) => {
	expect(lastTyped(text)).toEqual({ before, typed });
});
