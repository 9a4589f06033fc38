import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findOldNode } from '../cli/src/testing/oldNode.mjs';
import { GENERATED } from './docs.ts';

test.each(Object.entries(GENERATED))('%s is up to date', (name, textOf) => {
	expect(readFileSync(join(import.meta.dirname, '..', name), 'utf8'), 'Run: npm run docs').toBe(textOf());
});

test.skipIf(findOldNode() === null)('Node 20 starts the command that writes them', () => {
	const output = execFileSync(findOldNode() ?? '', [join(import.meta.dirname, 'docs.mjs')], { encoding: 'utf8' });
	expect(output).toBe('');
});
