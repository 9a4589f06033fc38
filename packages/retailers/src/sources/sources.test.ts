import { listsOf, REGIONS, sourceNameOf } from '@dropwire/domain';
import { shopUrl, startSandbox } from '@dropwire/sandbox';
import { expect, test } from 'vitest';
import { bySku } from '../snapshot/answer.ts';
import { shopUrls } from '../settings.ts';
import { openSources, SOURCES, sourceBudgets } from './index.ts';

test('every source has a unique name, ordered regions, an https shop and a list', () => {
	expect(new Set(SOURCES.map(sourceNameOf)).size).toBe(SOURCES.length);
	for (const { name, offer, regions, url } of SOURCES) {
		expect(regions).toEqual(REGIONS.filter((region) => regions.includes(region)));
		if (url) expect(new URL(url.default).protocol).toBe('https:');
		expect(listsOf(name, offer)).not.toEqual([]);
	}
});

test('an open source reads its lists from the address in SHOP_URLS', async () => {
	const sandbox = await startSandbox();
	const urls = shopUrls((name) => shopUrl(sandbox.origin, name));
	const sources = openSources({ SHOP_URLS: urls, ...sourceBudgets(90) });
	const signal = AbortSignal.timeout(20_000);
	try {
		const adidas = sources.find(({ name }) => name === 'ADIDAS');
		expect(adidas).toMatchObject({ lists: ['ADIDASHOT1', 'HOT_ADIDAS'], requestsPerMinute: 90 });
		const reading = await adidas!.ask('US', [bySku('EG4959')], signal);
		const read = { kind: 'read', snapshot: { title: 'Superstar Shoes' } };
		expect(reading).toMatchObject({ answers: new Map([['EG4959', read]]) });
		const refurbished = sources.find(({ offer }) => offer === 'REFURBISHED');
		expect(refurbished).toMatchObject({ name: 'NIKE', lists: ['REFURBISHED'] });
		const snapshot = { title: 'Nike Dunk Low Refurbished', category: 'REFURBISHED', available: true, evidence: 'size' };
		expect(await refurbished!.ask('US', ['FD2596-107', 'NONE00-000'].map(bySku), signal)).toMatchObject({
			answers: new Map<string, object>([
				['FD2596-107', { kind: 'read', snapshot: { ...snapshot, price: { current: 7297, full: 11_500 } } }],
				['NONE00-000', { kind: 'gone' }],
			]),
		});
		expect(await refurbished!.search?.('US', 'vomero', signal)).toMatchObject([{ sku: 'DV0833-101' }]);
	} finally {
		await Promise.all(sources.map((source) => source.close()));
		await sandbox.close();
	}
});
