import type { Knex } from '@dropwire/db';

/** Rows per statement: a longer one would occupy the embedded database for too long. */
const CHUNK = 1000;
/** Statements per read. The next read continues where this one stopped. */
const CHUNKS = 4;
/** How long a transaction that took ids earlier can still commit its rows, ms. */
const SETTLED_MS = 15_000;
/** Limit of remembered gaps; the newest are kept. */
const MAX_GAPS = 100;

/** Ids without a row: a transaction that has not committed yet, or that never will. */
interface Gap {
	from: number;
	to: number;
	/** By the monotonic clock, ms. */
	since: number;
}

/**
 * Reads each new row of a table once, by ranges of its primary key, so the cost depends on the number of new rows and
 * not on the size of the table. Of two transactions, the one with the higher ids can commit first: skipped ids are read
 * again for 15 s.
 */
export class NewRows<Row extends { id: number }> {
	/** The highest id that was read. */
	cursor = 0;
	#gaps: Gap[] = [];
	readonly #rows: () => Knex.QueryBuilder;

	/** @param rows the columns of the table, without conditions */
	constructor(rows: () => Knex.QueryBuilder) {
		this.#rows = rows;
	}

	/**
	 * Starts before the newest rows, which can have gaps.
	 * @param head the table's highest id
	 */
	start(head: number): void {
		this.cursor = Math.max(0, head - CHUNKS * CHUNK);
		this.#gaps = [];
	}

	/** @param head the table's highest id; nothing is read when it is known and nothing is missing before it */
	async read(head: number): Promise<Row[]> {
		const now = performance.now();
		const found = await this.#readGaps(now);
		for (let chunk = 0; chunk < CHUNKS && this.cursor < head; chunk++) {
			const from = this.cursor + 1;
			const rows: Row[] = await this.#rows().whereBetween('id', [from, head]).orderBy('id').limit(CHUNK);
			// The newest rows may have been deleted since.
			this.cursor = rows.length < CHUNK ? head : (rows.at(-1)?.id ?? head);
			const gaps = gapsIn({ from, to: this.cursor, since: now }, rows);
			this.#gaps = [...this.#gaps, ...gaps].slice(-MAX_GAPS);
			found.push(...rows);
		}
		return found;
	}

	async #readGaps(now: number): Promise<Row[]> {
		this.#gaps = this.#gaps.filter(({ since }) => now - since < SETTLED_MS);
		if (this.#gaps.length === 0) return [];
		const rows: Row[] = await this.#rows()
			.where((any) => {
				for (const { from, to } of this.#gaps) void any.orWhereBetween('id', [from, to]);
			})
			.limit(CHUNK);
		rows.sort((a, b) => a.id - b.id);
		this.#gaps = this.#gaps.flatMap((gap) => gapsIn(gap, rows));
		return rows;
	}
}

/** @param rows by id, also rows outside the range */
function gapsIn({ from, to, since }: Gap, rows: readonly { id: number }[]): Gap[] {
	const gaps: Gap[] = [];
	let next = from;
	for (const { id } of rows) {
		if (id < from || id > to) continue;
		if (id > next) gaps.push({ from: next, to: id - 1, since });
		next = id + 1;
	}
	if (next <= to) gaps.push({ from: next, to, since });
	return gaps;
}

/** The highest id of each table, read by one statement that looks up one index entry per table. */
export async function readHeads<Table extends string>(
	knex: Knex,
	tables: readonly Table[],
): Promise<Record<Table, number>> {
	const [row] = (await knex.select(tables.map((table) => knex(table).max('id').as(table)))) as Record<Table, unknown>[];
	return Object.fromEntries(tables.map((table) => [table, Number(row?.[table] ?? 0)])) as Record<Table, number>;
}
