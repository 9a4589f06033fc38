import { expect, test } from 'vitest';
import { findings } from './english.ts';

test('names, comments and texts have no word of the list in scripts/english.ts', () => {
	expect(findings().map(({ file, line, text, instead }) => `${file}:${line}: ${text} → ${instead}`)).toEqual([]);
});
