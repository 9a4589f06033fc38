import type { Link } from '@dropwire/contract';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
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

/** The name of the cell of HP Laptops, and the color of its icon. */
function cellOf(...links: Link[]) {
	render(<Matrix links={linksByCell(links)} topics={new Set()} open={() => {}} act={() => {}} />);
	const cell = screen.getByLabelText(/^HP Laptops, United States: /);
	return [
		cell.getAttribute('aria-label')?.split(': ')[1],
		cell
			.querySelector('svg')
			?.getAttribute('class')
			?.match(/good|bad|wait/)?.[0] ?? '',
	];
}

test.each([
	['a link that gets messages', [link('1', {})], '#drops-1', 'good'],
	['a paused link', [link('1', { options: { paused: true, maxPrice: 9 } })], '#drops-1, paused, 1 option', ''],
	[
		'a paused link whose webhook is off',
		[link('1', { options: { paused: true }, health: off })],
		'#drops-1, 1 failing, paused',
		'bad',
	],
	[
		'one of two links paused',
		[link('1', {}), link('2', { options: { paused: true } })],
		'#drops-1, #drops-2, 1 of 2 paused',
		'good',
	],
])('a cell shows %s', (_, links, name, dot) => {
	expect(cellOf(...links)).toEqual([name, dot]);
});

test('a link without a message is named as such', () => {
	const none = { ...sent, lastStatus: null, lastAt: null };
	expect(cellOf(link('1', { health: none }))).toEqual(['#drops-1, no message yet', '']);
});

/** The texts of the columns' heads. Looking for roles would take seconds among hundreds of cells. */
const heads = () => [...document.querySelectorAll('thead th')].map(({ textContent }) => textContent);

test('unused regions are folded, and unfold', () => {
	const props = { topics: new Set<string>(), open: () => {}, act: () => {} };
	render(<Matrix links={linksByCell([link('1', {}), link('2', { region: 'JP' })])} {...props} />);
	expect(heads().slice(1)).toEqual(['US', 'JP', '+14 regions']);
	fireEvent.click(screen.getByText('+14 regions'));
	expect(heads()).toHaveLength(18);
});

test('every region stays while the first links are added', () => {
	const props = { topics: new Set<string>(), open: () => {}, act: () => {} };
	const { rerender } = render(<Matrix links={new Map()} {...props} />);
	rerender(<Matrix links={linksByCell([link('1', {})])} {...props} />);
	expect(heads().slice(1, 4)).toEqual(['US', 'JP', 'SG']);
});
