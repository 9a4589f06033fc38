import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const SOURCES = join(import.meta.dirname, '..');
const STYLES = join(dirname(import.meta.resolve('@mantine/core/styles.css').replace('file://', '')), 'styles');

const read = (file: string) => readFileSync(join(SOURCES, file), 'utf8');
const SHEETS = { '': 'mantine', '../theme/overlays.ts': 'overlays', '../theme/pickers.ts': 'pickers' } as const;

test('every module imports the style sheets of the components that it uses', () => {
	const missing: string[] = [];
	let styled = 0;
	for (const file of globSync('**/*.tsx', { cwd: SOURCES })) {
		const source = read(file);
		const [, names = ''] = /(?:im|ex)port \{([^}]*)\} from '@mantine\/core'/.exec(source) ?? [];
		const imported = Object.entries(SHEETS).flatMap(([path, sheet]) =>
			source.includes(path) ? read(`theme/${sheet}.ts`) : [],
		);
		for (const part of names.split(',')) {
			const name = part
				.replace('type ', '')
				.replace(/ as .*/, '')
				.trim();
			if (!name || !existsSync(join(STYLES, `${name}.css`))) continue;
			styled++;
			if (!imported.some((text) => text.includes(`styles/${name}.css'`))) missing.push(`${file}: ${name}`);
		}
	}
	expect(styled).toBeGreaterThan(10);
	expect(missing).toEqual([]);
});
