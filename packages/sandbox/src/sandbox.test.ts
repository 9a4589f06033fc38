import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { startSandbox } from './sandbox.ts';

test('a second sandbox on one port fails to start without leftovers', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'dropwire-sandbox-'));
	const first = await startSandbox();
	try {
		const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
		const before = timers();
		const dataFile = join(folder, 'kept', 'sandbox.json');
		const port = Number(new URL(first.origin).port);
		await expect(startSandbox({ port, dataFile, lives: true })).rejects.toMatchObject({ code: 'EADDRINUSE' });
		expect(timers()).toBe(before);
		expect(existsSync(dataFile)).toBe(false);
	} finally {
		await first.close();
		rmSync(folder, { recursive: true });
	}
});

test('a restart continues the demonstration with the next change', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'dropwire-sandbox-'));
	/** Runs it for this long, with its clock alone. @returns the state of a product after it */
	const runFor = async (ms: number) => {
		vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
		const sandbox = await startSandbox({ dataFile: join(folder, 'sandbox.json'), lives: true });
		vi.advanceTimersByTime(ms);
		vi.useRealTimers();
		const products = await sandbox.control.catalogue();
		await sandbox.close();
		return products.find(({ sku, region }) => sku === 'HQ7978-103' && region === 'US')?.status;
	};
	try {
		// The first change, and six more every 15 s. The eighth is the first of this product.
		expect(await runFor(12_000 + 6 * 15_000)).toBe('ACTIVE');
		expect(await runFor(12_000)).toBe('CLOSEOUT');
	} finally {
		vi.useRealTimers();
		rmSync(folder, { recursive: true });
	}
});
