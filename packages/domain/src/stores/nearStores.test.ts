import { expect, test } from 'vitest';
import { nearStores, type Store } from './nearStores.ts';

const store = (name: string, city: string, postalCode: string, place: [number, number] | null): Store => ({
	id: name,
	name,
	city,
	postalCode,
	country: 'US',
	latitude: place?.[0] ?? null,
	longitude: place?.[1] ?? null,
});
const STORES = [
	store('SoHo', 'New York', '10012', [40.7233, -73.9985]),
	store('Fifth Avenue', 'New York', '10022', [40.7614, -73.9746]),
	store('Newark', 'Newark', '07102', [40.7357, -74.1724]),
	store('Philadelphia', 'Philadelphia', '19103', [39.9526, -75.1652]),
	store('Outlet', 'Newport', '02840', null),
	store('São Paulo', 'São Paulo', '01310-100', [-23.5614, -46.6559]),
	store('Straßburg', 'Straßburg', '67000', null),
	store('Strasburg', 'Strasburg', '17335', null),
	store('Łódź', 'Łódź', '90-001', null),
];
const near = (text: string) => nearStores(STORES, text).map(({ store: { name }, distanceKm }) => [name, distanceKm]);

test('a city has its own stores and those within 100 km, nearest first', () => {
	expect(near('new york')).toEqual([
		['Fifth Avenue', 0],
		['SoHo', 0],
		['Newark', 14.7],
	]);
	expect(near('Sao Paulo')).toEqual([['São Paulo', 0]]);
	expect(near('STRASSBURG')).toEqual([['Straßburg', null]]);
	expect(near('Lodz')).toEqual([['Łódź', null]]);
});

test('a postal code is compared whole, else by its longest beginning of three characters', () => {
	expect(near('07102')[0]).toEqual(['Newark', 0]);
	expect(near('10099').map(([name]) => name)).toEqual(['Fifth Avenue', 'SoHo', 'Newark']);
	expect(near('1310100')).toEqual([]);
	expect(near('01310 999')).toEqual([['São Paulo', 0]]);
	// "newar" is longer than "new".
	expect(near('Newar')[0]).toEqual(['Newark', 0]);
});

test('a place that no store has is unknown, and a store without coordinates has no distance', () => {
	for (const text of ['Berlin', 'Ne', '', '!!']) expect(near(text)).toEqual([]);
	expect(near('Newport')).toEqual([['Outlet', null]]);
});

test('at most 20 stores are near', () => {
	const many = Array.from({ length: 30 }, (_, n) => store(`S${n}`, 'Tokyo', '100', [35.6, 139.7 + n / 100]));
	expect(nearStores(many, 'Tokyo')).toHaveLength(20);
});
