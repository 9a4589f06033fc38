import type { Cells } from '@dropwire/bff/contract/rows';
import { createHash } from 'node:crypto';
import type { RowKind } from './kind.ts';

/**
 * All rows of a file by what names them, a few bytes each: to find rows that are there twice, and to compare with what
 * stands, without keeping the rows. Texts are kept as 52 bits of their hash; of 100,000 rows two meet by chance about
 * once in a million files.
 */
export class FileIndex {
	readonly #kind: RowKind;
	readonly #byName = new Map<number, number>();
	readonly #byValue = new Map<number, number>();
	readonly #values: number[] = [];
	readonly #lines: number[] = [];
	/** Rows of which something stands under their name; and those that stand as the file has them. */
	readonly #standing = new Set<number>();
	readonly #unchanged = new Set<number>();

	constructor(kind: RowKind) {
		this.#kind = kind;
	}

	get size(): number {
		return this.#lines.length;
	}

	/** @returns the row's number, from 0, or what is wrong with it */
	add(line: number, cells: Cells): number | Record<string, string> {
		const kind = this.#kind;
		const name = hash(kind.place(cells), kind.name(cells));
		const value = hash(kind.place(cells), kind.value(cells));
		const twice = this.#byName.get(name);
		if (twice !== undefined) return { [kind.nameColumn]: `stands in line ${this.#lines[twice]} already` };
		const same = kind.uniqueValues ? this.#byValue.get(value) : undefined;
		if (same !== undefined) return { [kind.valueColumn]: `stands in line ${this.#lines[same]} already` };
		const row = this.#lines.push(line) - 1;
		this.#values.push(value);
		this.#byName.set(name, row);
		if (kind.uniqueValues) this.#byValue.set(value, row);
		return row;
	}

	/**
	 * Compares a row that stands.
	 * @returns the file's row of that name; and, where another row of the file wants its value, that one: it can have
	 * the value only once this one has let go of it
	 */
	compare(standing: Cells): { row: number | undefined; same: boolean; wantedBy: number | undefined } {
		const kind = this.#kind;
		const value = hash(kind.place(standing), kind.value(standing));
		const row = this.#byName.get(hash(kind.place(standing), kind.name(standing)));
		if (row !== undefined) this.#standing.add(row);
		const same = row !== undefined && this.#values[row] === value;
		if (same) this.#unchanged.add(row);
		const wanting = kind.uniqueValues ? this.#byValue.get(value) : undefined;
		return { row, same, wantedBy: wanting === row ? undefined : wanting };
	}

	/** Whether the row adds one, once all that stands was compared. */
	isNew(row: number): boolean {
		return !this.#standing.has(row);
	}

	isUnchanged(row: number): boolean {
		return this.#unchanged.has(row);
	}

	get unchanged(): number {
		return this.#unchanged.size;
	}
}

function hash(place: string, text: string): number {
	const hex = createHash('sha1').update(place).update('\0').update(text).digest('hex');
	return Number.parseInt(hex.slice(0, 13), 16);
}
