import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startSandbox } from './sandbox.ts';

test('a second sandbox on one port fails to start, and leaves nothing behind: no timer, and no file', async () => {
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
