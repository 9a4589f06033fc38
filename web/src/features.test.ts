import { BRAND_SCREENS } from '@dropwire/contract';
import { expect, test } from 'vitest';
import { FEATURES } from './features.ts';
import { groupsOf, isNamed } from './shell/feature.ts';

const GROUPS = groupsOf(FEATURES);
const SECTIONS = GROUPS.flatMap(({ sections }) => sections);
const idsOf = (name: string) => GROUPS.find((group) => group.name === name)?.sections.map(({ id }) => id);

test('the menu lists its groups in order and each section once', () => {
	expect(GROUPS.map(({ name }) => name)).toEqual(['Now', 'Webhooks', 'Watch lists', 'Send', 'Tools', 'Admin']);
	expect(new Set(SECTIONS.map(({ id }) => id)).size).toBe(SECTIONS.length);
});

test('brand screens follow the table of brands; announcements are in Send', () => {
	const brands = BRAND_SCREENS.map(({ id }) => id).filter((id) => id !== 'stocknumber');
	expect(idsOf('Webhooks')).toEqual(['allwebhooks', ...brands]);
	expect(idsOf('Send')).toEqual(['stocknumber', 'twitter', 'webhooks']);
	const labels = new Map(SECTIONS.map(({ id, label }) => [id, label]));
	for (const { id, menu } of BRAND_SCREENS) expect(labels.get(id)).toBe(menu);
});

test.each([
	['announce', 'stocknumber'],
	['sku watch', 'imagemonitor'],
	['broadcast', 'webhooks'],
	['discoping', 'stocknumber'],
	['stock number', 'stocknumber'],
	['sku manager', 'imagemonitor'],
	['equipment', 'nike-equipment'],
	['search product', 'productquery'],
	['social', 'twitter'],
])('%s finds the section %s', (text, id) => {
	expect(SECTIONS.filter((section) => isNamed(section, text)).map((section) => section.id)).toEqual([id]);
});
