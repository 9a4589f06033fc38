import type { Link } from '@dropwire/contract';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { linksByCell } from './cells.ts';
import { Matrix } from './Matrix.tsx';

afterEach(cleanup);

const sent = { active: true, offReason: null, lastStatus: 'sent', lastReason: null, lastAt: Date.now() } as const;
const off = { active: false, offReason: 'Unknown Webhook', lastStatus: null, lastReason: null, lastAt: null };
const link = (id: string, more: Partial<Link>): Link => ({
	id,
	region: 'US',
	toolsName: 'HP Laptops',
	webhookId: `4000${id}`,
	channelId: `3000${id}`,
	channelName: `drops-${id}`,
	byBot: true,
	health: sent,
	place: null,
	options: {},
	...more,
});

/** The name of the cell of HP Laptops, and the color of its dot. */
function cellOf(...links: Link[]) {
	render(<Matrix links={linksByCell(links)} topics={new Set()} open={() => {}} act={() => {}} />);
	const cell = screen.getByLabelText(/^HP Laptops, United States: /);
	return [cell.getAttribute('aria-label')?.split(': ')[1], cell.querySelector('.dot')?.className];
}

test.each([
	['a link that gets messages', [link('1', {})], '#drops-1', 'dot good'],
	['a paused link', [link('1', { options: { paused: true, maxPrice: 9 } })], '#drops-1, paused, 1 option', 'dot '],
	[
		'a paused link whose webhook is off',
		[link('1', { options: { paused: true }, health: off })],
		'#drops-1, 1 failing, paused',
		'dot bad',
	],
	[
		'one of two links paused',
		[link('1', {}), link('2', { options: { paused: true } })],
		'#drops-1, #drops-2, 1 of 2 paused',
		'dot good',
	],
])('a cell shows %s', (_, links, name, dot) => {
	expect(cellOf(...links)).toEqual([name, dot]);
});
