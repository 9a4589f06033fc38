import { type Region, TOPICS } from '@dropwire/contract';
import { expect, test } from 'vitest';
import { suggestChannel, suggestForBrand, suggestForRegion } from './suggestChannel.ts';

const NAMES = [
	'general',
	'nike-us',
	'nike-jp',
	'nike-jp-chat',
	'drops-fr',
	'fr-talk',
	'new-balance',
	'asics',
	'adidas-us',
	'uk',
];
const all = NAMES.map((name) => ({ name, missing: [] }));

const suggested = (region: Region, toolsName: string, channels: Parameters<typeof suggestChannel>[1] = all) =>
	suggestChannel(
		TOPICS.find((one) => one.region === region && one.toolsName === toolsName)!,
		channels,
	)?.name ?? null;

test.each<[string, Region, string, string | null]>([
	['its brand and region', 'JP', 'Nike Shoes Active', 'nike-jp'],
	['its region alone', 'FR', 'Nike Shoes Hold', 'drops-fr'],
	['another word of its region', 'GB', 'Nike Equipment Active', 'uk'],
	['its brand, if it has one region', 'US', 'ASICS Restock', 'asics'],
	['a brand of two words', 'US', 'New Balance Restock', 'new-balance'],
	['nothing of it', 'KR', 'Nike Shoes Active', null],
	['another brand', 'US', 'HP Laptops', null],
])('suggests a channel that names %s', (_, region, topic, name) => {
	expect(suggested(region, topic)).toBe(name);
});

test('a name with the status is preferred for that status only', () => {
	const channels = ['nike-us', 'nike-us-hold'].map((name) => ({ name, missing: [] }));
	expect(suggested('US', 'Nike Shoes Hold', channels)).toBe('nike-us-hold');
	expect(suggested('US', 'Nike Shoes Active', channels)).toBe('nike-us');
});

test('suggests nothing between two names that fit equally', () => {
	const channels = ['nike-jp', 'jp-nike'].map((name) => ({ name, missing: [] }));
	expect(suggested('JP', 'Nike Shoes Active', channels)).toBeNull();
});

test('suggests no channel in which the bot lacks a permission', () => {
	expect(suggested('JP', 'Nike Shoes Active', [{ name: 'nike-jp', missing: ['Manage Webhooks'] }])).toBeNull();
});

test('a channel of one region suits a brand only in that region', () => {
	expect(suggestForBrand('ADIDAS', 'US', all)?.name).toBe('adidas-us');
	expect(suggestForBrand('ADIDAS', null, all)).toBeNull();
	expect(suggestForBrand('ASICS', null, all)?.name).toBe('asics');
});

test('a channel of a brand suits no whole region', () => {
	expect(suggestForRegion('FR', all)?.name).toBe('drops-fr');
	expect(suggestForRegion('JP', all)).toBeNull();
});
