import { expect, test } from 'vitest';
import { createVault } from './vault.ts';

const vault = createVault('a secret of thirty-two characters!');

test('what is sealed opens again, and no two seals look alike', () => {
	const sealed = vault.seal('https://discord.com/api/webhooks/1/tökén', 'webhook');
	expect(sealed).not.toContain('discord');
	expect(sealed).not.toBe(vault.seal('https://discord.com/api/webhooks/1/tökén', 'webhook'));
	expect(vault.open(sealed, 'webhook')).toBe('https://discord.com/api/webhooks/1/tökén');
});

test('a seal does not open under another name, another key, or after a change', () => {
	const sealed = vault.seal('token', 'user:1');
	expect(() => vault.open(sealed, 'user:2')).toThrow();
	expect(() => createVault('another secret of 32 characters!!').open(sealed, 'user:1')).toThrow();
	const bytes = Buffer.from(sealed, 'base64');
	bytes[bytes.length - 1] = (bytes[bytes.length - 1] as number) ^ 1;
	expect(() => vault.open(bytes.toString('base64'), 'user:1')).toThrow();
});

test('a fingerprint is the same for the same text and the same key only', () => {
	expect(vault.fingerprint('x')).toBe(vault.fingerprint('x'));
	expect(vault.fingerprint('x')).not.toBe(vault.fingerprint('y'));
	expect(createVault('another secret of 32 characters!!').fingerprint('x')).not.toBe(vault.fingerprint('x'));
});
