import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const SOURCES = join(import.meta.dirname, '..');
const STYLES = join(dirname(import.meta.resolve('@mantine/core/styles.css').replace('file://', '')), 'styles');

test('every component that is used brings its styles along', () => {
	const theme = readFileSync(join(import.meta.dirname, 'mantine.ts'), 'utf8');
	const used = globSync('**/*.tsx', { cwd: SOURCES }).flatMap((file) => {
		const source = readFileSync(join(SOURCES, file), 'utf8');
		const [, names = ''] = /import \{([^}]*)\} from '@mantine\/core'/.exec(source) ?? [];
		return names.split(',').map((name) => name.replace('type ', '').trim());
	});
	const styled = [...new Set(used)].filter((name) => name && existsSync(join(STYLES, `${name}.css`)));
	expect(styled.length).toBeGreaterThan(10);
	expect(styled.filter((name) => !theme.includes(`styles/${name}.css'`))).toEqual([]);
});
