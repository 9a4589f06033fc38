import { expect, test } from 'vitest';
import { masked } from '../webhooks/masked.ts';
import { splitSkus } from './splitSkus.ts';

test('SKUs are split on any white space, and empty parts dropped', () => {
	expect(splitSkus('  CK9246-101   BV7114-001\nHF3976-001 ')).toEqual(['CK9246-101', 'BV7114-001', 'HF3976-001']);
	expect(splitSkus('   ')).toEqual([]);
});

test('a masked webhook shows the ends of its id and nothing of its token', () => {
	expect(masked('https://discord.com/api/v10/webhooks/123456789012345678/secret')).toBe('…/webhooks/1234…5678/••••');
	expect(masked('no webhook')).toBe('••••');
});
