import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

interface Locked {
	version?: string;
	integrity?: string;
	link?: boolean;
	dev?: boolean;
	os?: string[];
	cpu?: string[];
}

const lock = JSON.parse(readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8')) as {
	packages: Record<string, Locked>;
};

test('package-lock.json has a checksum for every package of production on Linux', () => {
	const external = Object.entries(lock.packages).filter(([path, { link }]) => path.includes('node_modules/') && !link);
	const installed = external.filter(([, { dev, os = ['linux'], cpu = ['x64'] }]) => {
		return !dev && os.includes('linux') && (cpu.includes('x64') || cpu.includes('arm64'));
	});
	expect(installed.length).toBeGreaterThan(100);
	expect(installed.filter(([, { integrity }]) => !integrity).map(([path]) => path)).toEqual([]);
});
