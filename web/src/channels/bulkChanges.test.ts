import type { Link, SubscriptionOptions } from '@dropwire/contract';
import { REGIONS } from '@dropwire/contract';
import { expect, test } from 'vitest';
import { addTo, channelsOf, copyRegion, copyTo, regionsWithLinks, removeAll, topicsIn } from './bulkChanges.ts';
import { linksByCell } from './cells.ts';

const link = (id: string, region: string, toolsName: string, more: Partial<Link> = {}): Link => ({
	id,
	region,
	toolsName,
	webhookId: `4000${id}`,
	channelId: `3000${id}`,
	channelName: `drops-${id}`,
	byBot: true,
	health: { active: true, offReason: null, lastStatus: null, lastReason: null, lastAt: null },
	place: null,
	options: {},
	...more,
});
const off = { active: false, offReason: 'gone', lastStatus: null, lastReason: null, lastAt: null };
const ACTIVE = 'Nike Shoes Active';
const links = [
	link('1', 'US', ACTIVE),
	link('2', 'US', ACTIVE, { health: off }),
	link('3', 'US', 'HP Laptops'),
	link('4', 'JP', ACTIVE),
];
const cells = linksByCell(links);
const region = (name: 'US' | 'JP') => topicsIn({ kind: 'region', region: name });

test('a column acts on every topic of its region', () => {
	const changes = addTo(region('JP'), { channelId: '9' });
	expect(changes).toContainEqual({ action: 'ADD', region: 'JP', toolsName: ACTIVE, channelId: '9' });
	expect(changes.every((change) => change.action === 'ADD' && change.region === 'JP')).toBe(true);
	expect(removeAll(region('US'), cells).map((change) => change.action === 'REMOVE' && change.id)).toEqual([
		'1',
		'2',
		'3',
	]);
});

test('a region is copied with working links only, to regions that have the topic', () => {
	expect(copyRegion('US', ['JP'], region('US'), cells)).toEqual([
		{ action: 'ADD', region: 'JP', toolsName: ACTIVE, sameAs: '1' },
	]);
	// HP Laptops exist in the US only.
	expect(copyRegion('US', REGIONS, region('US'), cells)).toHaveLength(REGIONS.length - 1);
	expect(regionsWithLinks(topicsIn({ kind: 'server' }), cells)).toEqual(['US', 'JP']);
});

test('copies links to matching channels, without roles and threads', () => {
	const options: SubscriptionOptions = { mentions: ['5'], include: ['dunk'], thread: { id: '6' } };
	const own = [link('1', 'US', ACTIVE, { options }), link('2', 'JP', ACTIVE, { channelId: null, channelName: null })];
	expect(channelsOf(own)).toEqual([
		{ key: '30001', name: 'drops-1' },
		{ key: '40002', name: null },
	]);
	expect(copyTo(own, new Map([['30001', '7']]))).toEqual([
		{ action: 'ADD', region: 'US', toolsName: ACTIVE, channelId: '7', options: { include: ['dunk'] } },
	]);
});
