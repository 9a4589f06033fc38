import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EXIT } from '../failure.ts';
import { endOnInterrupt } from '../terminal/interrupt.ts';
import { importFile } from './importFile.ts';
import { SKU } from './mapping.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const listeners = SIGNALS.map((signal) => process.listeners(signal));
/** Ctrl-C, without a signal that others in this process get. */
const press = () => process.listeners('SIGINT').at(-1)?.('SIGINT');
beforeAll(() => endOnInterrupt());
afterAll(() => {
	for (const [n, signal] of SIGNALS.entries())
		for (const one of process.listeners(signal)) if (!listeners[n]?.includes(one)) process.off(signal, one);
});

const folder = mkdtempSync(join(tmpdir(), 'import-'));
const file = join(folder, 'skus.csv');
writeFileSync(file, 'sku\nA-1\nA-2\n');
afterAll(() => rmSync(folder, { recursive: true }));

/** Imports two rows, with Ctrl-C during a slice. */
function interrupted({ slice, maxRows }: { slice: number; maxRows: number }) {
	let sent = 0;
	const send = async () => {
		if (++sent === slice) press();
		return { data: [], counts: { created: maxRows, updated: 0, unchanged: 0, invalid: 0 } } as never;
	};
	const globals = { url: 'http://localhost', token: 'token', json: false };
	return importFile(
		file,
		{ subject: 'It is', fields: { sku: SKU }, maxRows, same: {}, send },
		{ options: { yes: true }, globals },
	);
}

test('Ctrl-C ends an import before the next slice, and not one that is complete', async () => {
	await expect(interrupted({ slice: 1, maxRows: 1 })).rejects.toThrow('Interrupted. Stopped after 1 row.');
	expect(await interrupted({ slice: 2, maxRows: 1 })).toBe(EXIT.done);
	expect(await interrupted({ slice: 1, maxRows: 2 })).toBe(EXIT.done);
});
