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
	['utf-16, as it says in UTF-8', '<meta charset="utf-16">', [...Buffer.from('Größe')], 'Größe'],
	['ISO-8859-1, named late', `${' '.repeat(2000)}<meta charset="iso-8859-1">`, [0x47, 0x72, 0xf6, 0xdf, 0x65], 'Größe'],
])('a page in %s is read', async (_, meta, name, title) => {
	expect(await readers.read('schemaOrg', page(name, meta), { url })).toMatchObject({ title });
});

test.each([
	['text/html; charset=ISO-8859-1', '<meta charset="utf-8">', [0x47, 0x72, 0xf6, 0xdf, 0x65], 'Größe'],
	['text/html;charset="Shift_JIS"', '', [0x8c, 0x43], '靴'],
	['text/html; charset=none-such', '', [...Buffer.from('Größe')], 'Größe'],
	['text/html', '<meta charset="windows-1251">', [0xca, 0xf0, 0xee, 0xf1, 0xf1], 'Кросс'],
])('the header %s takes precedence over the page', async (contentType, meta, name, title) => {
	expect(await readers.read('schemaOrg', page(name, meta), { url }, contentType)).toMatchObject({ title });
});

test.each([
	['UTF-16 with a byte order mark', Buffer.from('\uFEFFx', 'utf16le').subarray(0, 2), 'text/html; charset=utf-8'],
	['UTF-16 without one', Buffer.from(''), null],
])('a page in %s is read', async (_, mark, contentType) => {
	const text = page([...Buffer.from('Größe')], '').toString('utf8');
	const body = Buffer.concat([mark, Buffer.from(text, 'utf16le')]);
	expect(await readers.read('schemaOrg', body, { url }, contentType)).toMatchObject({ title: 'Größe' });
	expect(await readers.read('schemaOrg', body.swap16(), { url }, contentType)).toMatchObject({ title: 'Größe' });
});

test('JSON after a byte order mark is read', async () => {
	const product = { title: 'Shoe', handle: 'shoe', variants: [{ id: 1, available: true }] };
	const facts = { url: 'https://shop.example/products/shoe', currency: null };
	const body = Buffer.from(`\uFEFF${JSON.stringify(product)}`);
	expect(await readers.read('shopify', body, facts)).toMatchObject({ title: 'Shoe', available: true });
});
