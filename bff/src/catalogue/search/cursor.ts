import type { Knex } from '@dropwire/db';
import { invalidInput } from '../../http/errors.ts';

/** Where a page of a search ends: values by which its entries are ordered. */
export type Position = readonly (string | number)[];

/** A position as text. @param order what it is a position in */
export function cursorOf(order: string, position: Position): string {
	return Buffer.from(JSON.stringify([order, ...position])).toString('base64url');
}

/**
 * The position in an order.
 * @param shape the types of its values
 * @returns null for a position in another order
 */
export function positionIn(cursor: string, order: string, shape: readonly ('string' | 'number')[]): Position | null {
	const [own, ...position] = read(cursor);
	if (own !== order) return null;
	const fits = position.length === shape.length && shape.every((type, at) => typeof position[at] === type);
	if (!fits) throw noCursor();
	return position as Position;
}

/** @throws CallError 400 */
export function noCursor(): Error {
	return invalidInput({ cursor: 'must be the nextCursor of a page of the same search' });
}

/** The rows behind a position. MariaDB uses an index for the first comparison only if it is separate. */
export function isAfter(
	knex: Knex,
	columns: readonly string[],
	[first = '', second = '', third = '']: Position,
): Knex.Raw {
	const [a = '', b = '', c = ''] = columns;
	return knex.raw('?? >= ? and (?? > ? or (?? > ? or (?? = ? and ?? > ?)))', [
		a,
		first,
		a,
		first,
		b,
		second,
		b,
		second,
		c,
		third,
	]);
}

function read(cursor: string): unknown[] {
	try {
		const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
		if (Array.isArray(value)) return value;
	} catch {
		// Below.
	}
	throw noCursor();
}
