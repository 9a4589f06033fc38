import { expect, test } from 'vitest';
import { createVault } from './vault.ts';

const vault = createVault('a secret of thirty-two characters!');

test('a sealed value opens again; each seal is different', () => {
	const sealed = vault.seal('https://discord.com/api/webhooks/1/tökén', 'webhook');
	expect(sealed).not.toContain('discord');
	expect(sealed).not.toBe(vault.seal('https://discord.com/api/webhooks/1/tökén', 'webhook'));
	expect(vault.open(sealed, 'webhook')).toBe('https://discord.com/api/webhooks/1/tökén');
});

test('a seal opens only with its key and purpose, unchanged', () => {
	const sealed = vault.seal('token', 'user:1');
	expect(() => vault.open(sealed, 'user:2')).toThrow();
	expect(() => createVault('another secret of 32 characters!!').open(sealed, 'user:1')).toThrow();
	const bytes = Buffer.from(sealed, 'base64');
	bytes[bytes.length - 1] = (bytes[bytes.length - 1] as number) ^ 1;
	expect(() => vault.open(bytes.toString('base64'), 'user:1')).toThrow();
});

test('a cached value opens for its purpose only', () => {
	const sealed = vault.seal('token', 'user:1');
	expect(vault.openCached(1, sealed, 'user:1')).toBe('token');
	expect(vault.openCached(1, sealed, 'user:1')).toBe('token');
	expect(() => vault.openCached(1, sealed, 'user:2')).toThrow();
	expect(vault.openCached(1, sealed, 'user:1')).toBe('token');
});

test('a cached value is replaced when its row changes', () => {
	const sealed = (text: string) => vault.seal(text, 'webhook');
	const first = sealed('first');
	expect(vault.openCached(1, first, 'webhook')).toBe('first');
	expect(vault.openCached(1, sealed('second'), 'webhook')).toBe('second');
	expect(vault.openCached(2, first, 'webhook')).toBe('first');
	expect(() => vault.openCached(1, 'not sealed', 'webhook')).toThrow();
});

test('fingerprints are equal only for the same text and key', () => {
	expect(vault.fingerprint('x')).toBe(vault.fingerprint('x'));
	expect(vault.fingerprint('x')).not.toBe(vault.fingerprint('y'));
	expect(createVault('another secret of 32 characters!!').fingerprint('x')).not.toBe(vault.fingerprint('x'));
});

test('the previous key opens old values during a key rotation', () => {
	const both = createVault('another secret of 32 characters!!', 'a secret of thirty-two characters!');
	const current = createVault('another secret of 32 characters!!');
	const old = vault.seal('token', 'user:1');
	expect(both.open(old, 'user:1')).toBe('token');
	expect(both.isCurrent(old, 'user:1')).toBe(false);
	expect(() => both.open(old, 'user:2')).toThrow();
	expect(both.previousFingerprint('x')).toBe(vault.fingerprint('x'));
	expect(current.open(both.seal('token', 'user:1'), 'user:1')).toBe('token');
	expect(both.fingerprint('x')).toBe(current.fingerprint('x'));
	expect(both.cookieKeys).toEqual([...current.cookieKeys, ...vault.cookieKeys]);
	expect(current.previousFingerprint('x')).toBeNull();
});
