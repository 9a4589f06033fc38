import type { Link } from '@dropwire/contract';
import { expect, test } from 'vitest';
import { channelsOf, copyTo } from './bulkChanges.ts';
import { readSetup, writeSetup } from './setupFile.ts';

const link: Link = {
	id: '1',
	region: 'US',
	toolsName: 'Nike Shoes Active',
	webhookId: '400000000000000001',
	channelId: '300000000000000001',
	channelName: 'drops',
	byBot: true,
	health: { active: true, offReason: null, lastStatus: null, lastReason: null, lastAt: null },
	place: null,
	options: { minPrice: 50, mentions: ['500000000000000001'], thread: { id: '600000000000000001' } },
};

test('a saved setup has no ids, and is added to channels of the same names elsewhere', () => {
	const text = writeSetup([
		link,
		{ ...link, toolsName: 'HP Laptops', channelId: null, channelName: null, options: {} },
	]);
	expect(text).not.toMatch(/\d{17}/);
	const links = readSetup(text);
	expect(channelsOf(links)).toEqual([
		{ key: 'drops', name: 'drops' },
		{ key: 'channel-2', name: 'channel-2' },
	]);
	expect(copyTo(links, new Map([['drops', '9']]))).toEqual([
		{ action: 'ADD', region: 'US', toolsName: 'Nike Shoes Active', channelId: '9', options: { minPrice: 50 } },
	]);
});

test.each([
	['{', 'The file is not JSON.'],
	['[]', 'The file is not a setup that Dropwire has saved.'],
	['{"format":"dropwire-setup","version":2,"links":[]}', 'The file has version 2; only 1 can be read.'],
	['{"format":"dropwire-setup","version":1,"links":[]}', 'The setup has no links.'],
	[withLink({ region: 'ZZ' }), 'Link 1: region "ZZ" does not exist.'],
	[withLink({ topic: 'Nike Boats' }), 'Link 1: topic "Nike Boats" does not exist in US.'],
	[withLink({ channel: '' }), 'Link 1: channel must be a name of 1 to 100 characters.'],
	[withLink({ options: 5 }), 'Link 1: options must be an object.'],
])('rejects %s with the reason', (text, reason) => {
	expect(() => readSetup(text)).toThrow(reason);
});

function withLink(more: object): string {
	const row = { region: 'US', topic: 'HP Laptops', channel: 'drops', ...more };
	return JSON.stringify({ format: 'dropwire-setup', version: 1, links: [row] });
}
