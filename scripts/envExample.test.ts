import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { envExample } from './envExample.ts';

test('.env.example lists the settings as they are (node scripts/envExample.ts > .env.example)', () => {
	expect(readFileSync(join(import.meta.dirname, '../.env.example'), 'utf8')).toBe(envExample());
});
