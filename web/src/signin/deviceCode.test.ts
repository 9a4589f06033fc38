import { expect, test } from 'vitest';
import { dashed } from './deviceCode.ts';

test.each([
	['k7qx m2pa', 'K7QX-M2PA'],
	['K7QX-M2PA', 'K7QX-M2PA'],
	['k7', 'K7'],
	['K7QXM2PA999', 'K7QX-M2PA999'],
	['<b>', 'B'],
	['', ''],
])('%s is shown as %s', (typed, shown) => {
	expect(dashed(typed)).toBe(shown);
});
