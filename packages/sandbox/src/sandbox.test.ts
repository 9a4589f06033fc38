import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { startSandbox } from './sandbox.ts';
import { SANDBOX_APP, SANDBOX_GUILDS, SANDBOX_SKUS, SANDBOX_USERS } from './seeds.ts';

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

test('the store sells to people and servers, and lists what they have by pages', async () => {
	const sandbox = await startSandbox();
	const { clientId, botToken } = SANDBOX_APP;
	const api = `${sandbox.origin}/api/v10/applications/${clientId}/entitlements`;
	const headers = { authorization: `Bot ${botToken}`, 'user-agent': 'test', 'content-type': 'application/json' };
	const list = async (query: string) =>
		(await (await fetch(`${api}?${query}`, { headers })).json()) as { id: string; ends_at: string | null }[];
	try {
		const store = `${sandbox.origin}/application-directory/${clientId}/store`;
		expect(await (await fetch(store)).text()).toContain('Pro for a server');
		const bought = await fetch(`${store}?sku=${SANDBOX_SKUS[1].id}&as=cleo&guild=${SANDBOX_GUILDS.soleSearchers.id}`);
		expect(await bought.text()).toContain('Bought');
		const gift = await sandbox.control.buy({ sku: SANDBOX_SKUS[2].id, userId: SANDBOX_USERS.mia.id, type: 5 });
		const made = { sku_id: SANDBOX_SKUS[0].id, owner_id: SANDBOX_USERS.dan.id, owner_type: 2 };
		await fetch(api, { method: 'POST', headers, body: JSON.stringify(made) });
		const all = await list('limit=100&after=0');
		expect(all).toMatchObject([
			{ guild_id: SANDBOX_GUILDS.soleSearchers.id, user_id: SANDBOX_USERS.cleo.id, type: 8, ends_at: null },
			{ user_id: SANDBOX_USERS.mia.id, type: 5 },
			{ user_id: SANDBOX_USERS.dan.id, type: 4, starts_at: null },
		]);
		expect(await list(`limit=1&after=${all[0]?.id}`)).toMatchObject([{ id: gift.id }]);
		await sandbox.control.endEntitlement(gift.id, Date.now() - 1);
		await fetch(`${api}/${all[2]?.id}`, { method: 'DELETE', headers });
		expect((await list('limit=100')).map(({ id }) => id)).toEqual([all[0]?.id, gift.id]);
		expect(await list('exclude_ended=true&exclude_deleted=false')).toHaveLength(2);
		expect((await fetch(api)).status).toBe(401);
		await expect(sandbox.control.buy({ sku: SANDBOX_SKUS[1].id, userId: SANDBOX_USERS.mia.id })).rejects.toThrow(
			'guild',
		);
	} finally {
		await sandbox.close();
	}
});
