import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { openZip } from './zip.ts';

test('the ZIP file has every file under its name, byte for byte', async () => {
	const zip = openZip();
	await zip.add('CK9246-101_1.jpg', new Blob([new Uint8Array([1, 2, 3])]));
	await zip.add('Größe 2.jpg', new Blob([new Uint8Array(200_000).fill(7)]));
	const files = unzipSync(new Uint8Array(await zip.end().arrayBuffer()));
	expect(Object.keys(files)).toEqual(['CK9246-101_1.jpg', 'Größe 2.jpg']);
	expect([...files['CK9246-101_1.jpg']!]).toEqual([1, 2, 3]);
	expect(files['Größe 2.jpg']!.every((byte) => byte === 7)).toBe(true);
});
