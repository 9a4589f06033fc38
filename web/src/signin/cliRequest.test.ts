import { expect, test } from 'vitest';
import { readCliRequest } from './cliRequest.ts';

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
