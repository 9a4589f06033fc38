import Keygrip from 'keygrip';
import { expect, test } from 'vitest';
import { cookieKeys } from './cookieKeys.ts';

const [current, previous] = ['the current key', 'the previous key'];
const keys = cookieKeys([current, previous]);
const data = 'dropwire=an-id';

test('signs by the first key as keygrip does, and accepts every key', () => {
	expect(keys.sign(data)).toBe(new Keygrip([current], 'sha256').sign(data));
	expect(keys.index(data, keys.sign(data))).toBe(0);
	expect(keys.index(data, new Keygrip([previous], 'sha256').sign(data))).toBe(1);
});

test.each([
	['of another key', new Keygrip(['another key'], 'sha256').sign(data)],
	['of other data', keys.sign('dropwire=another-id')],
	['that is cut short', keys.sign(data).slice(0, -1)],
	['that is empty', ''],
	['in other characters', 'ä'.repeat(43)],
])('a signature %s is not accepted', (_, signature) => {
	expect(keys.index(data, signature)).toBe(-1);
	expect(keys.verify(data, signature)).toBe(false);
});
