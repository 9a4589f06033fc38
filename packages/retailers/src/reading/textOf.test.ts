import { expect, test } from 'vitest';
import { ReaderPool } from './pool.ts';

const url = 'https://shop.example/p/1';
const readers = new ReaderPool();

/** A product's page, of which the name is in the given bytes. */
function page(name: readonly number[], meta: string): Buffer {
	const [before, after] = ['{"@type":"Product","name":"', '"}'];
	const script = `<html><head>${meta}<script type="application/ld+json">${before}`;
	return Buffer.concat([Buffer.from(script), Buffer.from(name), Buffer.from(`${after}</script></head></html>`)]);
}

test.each([
	['windows-1251', '<meta charset="windows-1251">', [0xca, 0xf0, 0xee, 0xf1, 0xf1], 'Кросс'],
	['Shift_JIS', '<meta http-equiv="Content-Type" content="text/html; charset=Shift_JIS">', [0x8c, 0x43], '靴'],
	['a charset that does not exist', '<meta charset="none-such">', [...Buffer.from('Größe')], 'Größe'],
	['no charset', '', [...Buffer.from('Größe')], 'Größe'],
])('a page in %s is read', async (_, meta, name, title) => {
	expect(await readers.read('schemaOrg', page(name, meta), { url })).toMatchObject({ title });
});

test('JSON after a byte order mark is read', async () => {
	const product = { title: 'Shoe', handle: 'shoe', variants: [{ id: 1, available: true }] };
	const facts = { url: 'https://shop.example/products/shoe', currency: null };
	const body = Buffer.from(`\uFEFF${JSON.stringify(product)}`);
	expect(await readers.read('shopify', body, facts)).toMatchObject({ title: 'Shoe', available: true });
});
