import { expect, test } from 'vitest';
import { dashed, readCliRequest } from './request.ts';

const fine = { port: '45678', state: 'a'.repeat(43), challenge: 'b'.repeat(43), name: 'dropwire on fixture' };

test('a complete link is read', () => {
	expect(readCliRequest(new URLSearchParams(fine))).toEqual({ ...fine, port: 45_678 });
});

test.each([
	{ port: '' },
	{ port: '80' },
	{ port: '65536' },
	{ port: '0x50' },
	{ port: '45678@evil.example' },
	{ port: '45678/../evil' },
	{ port: '-45678' },
	{ port: '4.5e3' },
	{ state: 'short' },
	{ state: `${'a'.repeat(42)}&` },
	{ challenge: '' },
	{ name: ' ' },
])('a link with $port $state $challenge $name is incomplete', (change) => {
	expect(readCliRequest(new URLSearchParams({ ...fine, ...(change as Record<string, string>) }))).toBe(null);
});

test.each([
	['k7qx m2pa', 'K7QX-M2PA'],
	['K7QX-M2PA', 'K7QX-M2PA'],
	['k7', 'K7'],
	['K7QXM2PA999', 'K7QX-M2PA999'],
	['<b>', 'B'],
	['', ''],
])('%s is shown as %s', (typed, shown) => {
	expect(dashed(typed)).toBe(shown);
});
