import { CATALOGUE_LIMITS } from '@dropwire/domain';
import type { EntryKey } from '../conditions.ts';
import { cursorOf, noCursor, type Position, positionIn } from './cursor.ts';

/** How many entries are examined, in three steps: most searches fill a page with the first. */
const STEPS = [80, 400, 1200];

export interface Page {
	keys: EntryKey[];
	nextCursor: string | null;
}

export interface Row extends EntryKey {
	words: string;
	changedOrder: number;
	releasedOrder: number;
	priceOrder?: number;
	/** How well it matches (`scoreOf`). */
	score?: number;
	/** Whether it passes the filters. */
	matches: number;
	/** The word that found it. */
	word?: string;
}

/** An order in which entries are examined. */
export interface Order {
	name: string;
	shape: readonly ('string' | 'number')[];
	/** The next rows, at most `limit`. */
	read(after: Position | null, limit: number): Promise<Row[]>;
	positionOf(row: Row): Position;
	/** Whether the entry of a row comes earlier. */
	isRepeated?(row: Row): boolean;
}

/** Examines entries in an order until a page is full. @param begun the entries with which the page begins */
export async function walk(cursor: string | undefined, order: Order, begun: readonly EntryKey[] = []): Promise<Page> {
	let position = cursor === undefined ? null : positionIn(cursor, order.name, order.shape);
	if (cursor !== undefined && position === null) throw noCursor();
	const found: Row[] = [];
	const size = CATALOGUE_LIMITS.page - begun.length;
	const page = (nextCursor: string | null): Page => {
		const keys = found.toSorted((a, b) => (a.score ?? 0) - (b.score ?? 0));
		return { keys: [...begun, ...keys], nextCursor };
	};
	// The next page begins with the first entry.
	if (size === 0) return page(cursorOf(order.name, position ?? order.shape.map(() => '')));
	// A page that has begun with the best has cost as much as the last step.
	for (const limit of begun.length > 0 ? STEPS.slice(0, -1) : STEPS) {
		const rows = await order.read(position, limit);
		for (const row of rows) {
			if (row.matches && !order.isRepeated?.(row)) {
				if (found.length === size) break;
				found.push(row);
			}
			position = order.positionOf(row);
		}
		const last = rows.at(-1);
		const isDone = last === undefined || position === null || comparePositions(order.positionOf(last), position) === 0;
		if (!isDone) break;
		if (rows.length < limit) return page(null);
	}
	return page(position && cursorOf(order.name, position));
}

function comparePositions(a: Position, b: Position): number {
	for (const [at, value] of a.entries()) {
		const other = b[at] as typeof value;
		if (value !== other) return value < other ? -1 : 1;
	}
	return 0;
}
