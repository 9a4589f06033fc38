import { expect, test } from 'vitest';
import { cooldownText } from './names.ts';

test.each([
	[0, 'No Cooldown'],
	[45, '45 s'],
	[300, '5 min'],
	[5400, '1 h 30 min'],
	[86_400, '24 h'],
	[3601, '1 h 1 s'],
])('a cooldown of %i seconds reads %s', (seconds, text) => {
	expect(cooldownText(seconds)).toBe(text);
});
