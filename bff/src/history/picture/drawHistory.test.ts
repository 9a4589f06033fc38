import type { PresentedPoint } from '@dropwire/domain';
import { expect, test } from 'vitest';
import { drawHistory, type PlottedHistory } from './drawHistory.ts';
import { renderPng } from './renderPng.ts';
import { timeTicks, valueTicks } from './ticks.ts';

const DAY = 86_400_000;
const TO = Date.UTC(2026, 10, 27);
const at = (days: number) => TO - days * DAY;
const point = (days: number, change: Partial<PresentedPoint> = {}): PresentedPoint => ({
	at: at(days),
	price: 12_000,
	full: 15_000,
	currency: 'USD',
	status: null,
	available: true,
	inStock: null,
	...change,
});
const plot = (history: Partial<PlottedHistory>) =>
	drawHistory({ points: [], sizes: [], restocks: [], label: 'US', launchAt: null, from: at(40), to: TO, ...history });
const count = (text: string, part: string) => text.split(part).length - 1;

test('a plot has the price and the full price, and a break where no price is known', () => {
	const points = [point(40), point(20, { price: null, full: null, available: null }), point(10, { price: 9900 })];
	const svg = plot({ points });
	expect(svg).toMatch(/>\$150<.*>\$99</s);
	expect(/<path d="([^"]+)"[^>]*stroke="#ffb020"/.exec(svg)?.[1]?.match(/M/g)).toHaveLength(2);
	expect(svg).toContain('stroke-dasharray="10 8"');
});

test('a plot marks restocks, sold out and the launch, and unknown stock as neither', () => {
	const points = [
		point(40, { available: false }),
		point(30),
		point(20, { available: null }),
		point(10),
		point(5, { available: false }),
	];
	const svg = plot({ points, restocks: [at(30)], launchAt: at(30) });
	expect([count(svg, 'fill="#3ecf8e"/>'), count(svg, 'fill="#ff6b6b"/>')]).toEqual([1, 1]);
	expect(count(svg, '#6cb6ff')).toBe(1);
	const inStock = /<path d="(M[^"]+)" fill="#3ecf8e" opacity="1"/.exec(svg)?.[1] ?? '';
	expect(count(inStock, 'M')).toBe(2);
	expect(plot({ points, launchAt: at(50) })).not.toContain('#6cb6ff');
});

test('a plot has at most eight sizes, those that changed last, and none that the font cannot write', async () => {
	const sizes = [...Array.from({ length: 12 }, (_, n) => String(n + 1)), '均码'].map((size, n) => ({
		size,
		spans: [[at(30 - n), at(29 - n)]] as [number, number][],
	}));
	const svg = plot({ points: [point(40), point(10)], sizes, label: '<US> & "均码"' });
	expect([...svg.matchAll(/text-anchor="end">(\d+)</g)].map(([, size]) => size)).toEqual(
		'5 6 7 8 9 10 11 12'.split(' '),
	);
	expect(svg).not.toContain('均');
	expect((await renderPng(svg)).length).toBeGreaterThan(5000);
});

test('axes have round values and whole days', () => {
	expect(valueTicks(9400, 15_600)).toEqual([10_000, 12_000, 14_000]);
	expect(timeTicks(at(90), TO).map(({ text }) => text)).toEqual(['2026-09-21', '2026-10-21', '2026-11-20']);
	expect(timeTicks(at(1), TO).map(({ text }) => text)).toEqual(['2026-11-26 00:00 UTC', '2026-11-27 00:00 UTC']);
});
