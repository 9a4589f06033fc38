import type { Cells, ReadRow } from '@dropwire/bff/contract/rows';
import { type BulkResult, LIMITS } from '@dropwire/bff/contract';
import { Failure } from '../failure.ts';
import type { Api } from '../server/client.ts';
import { FileIndex } from './fileIndex.ts';
import { type RowKind, standingPages } from './kind.ts';
import { Spool } from './spool.ts';

/** What one row does to what stands. */
export interface PlannedRow {
	outcome: 'added' | 'changed' | 'removed';
	/** Of the file; null for what is removed because the file lacks it. */
	line: number | null;
	cells: Cells;
	/** The value that stood there, masked. */
	before?: string | undefined;
}

export interface BadRow {
	line: number;
	/** By column; `row` for what is wrong with the whole. */
	problems: Readonly<Record<string, string>>;
}

/** A row to be sent, with what is to be told of it. */
interface Step {
	action: 'SET' | 'UNSET';
	line: number | null;
	cells: Cells;
	/** False for a row that only lets go of its webhook, to stand again a moment later. */
	told: boolean;
	/** What the row was before it let go. */
	stood?: Cells | undefined;
}
export type Batch = { action: 'SET' | 'UNSET'; line: number | null; cells: Cells }[];

export interface Plan {
	counts: Record<PlannedRow['outcome'] | 'unchanged' | 'refused', number>;
	/** Each is one transaction. */
	batches: Spool<Batch>;
	batchCount: number;
	/** How many of them are in; grows while the plan is carried out. */
	landed: number;
}

interface Options {
	kind: RowKind;
	/** Counts what was found so far. */
	counts: Plan['counts'];
	api: Api;
	rows: AsyncIterable<ReadRow>;
	/** Removes what the file lacks. */
	prune: boolean;
	/** The part of all that the import is about; rows outside are refused, and nothing outside is removed. */
	within: { holds: (cells: Cells) => boolean; text: string } | null;
	onRow: (row: PlannedRow) => Promise<void>;
	onBad: (row: BadRow) => Promise<void>;
	onProgress: (done: number, all: number | null) => void;
}

/** Rows of one question to the server; more of them would only need more memory. */
const ASKED_AT_ONCE = LIMITS.list / 2;
/** The server takes 16 MiB; rows may be long. */
const MOST_CHARACTERS = 10 * 1024 * 1024;

/**
 * Compares a file with what stands, and asks the server what each difference would do. Nothing is changed. However many
 * rows there are, only a few bytes of each are kept in memory.
 */
export async function makePlan(options: Options): Promise<Plan> {
	const { kind, onProgress } = options;
	const index = new FileIndex(kind);
	const spool = await Spool.open<{ row: number; line: number; cells: Cells }>();
	const removals = await Spool.open<Cells>();
	const asking = new Asking(options, await Spool.open<Batch>());
	try {
		await readAll(options, index, spool, asking);
		const { letGo, entangled, room } = await compareAll(options, index, removals);
		// Each question is judged by itself, so that no single answer knows how many rows a place gets in all.
		const fits = async (row: number, line: number, cells: Cells) => {
			const left = room.get(kind.place(cells)) ?? LIMITS.list;
			if (!index.isNew(row)) return true;
			room.set(kind.place(cells), left - 1);
			if (left > 0) return true;
			const problem = `cannot be added: with the rows before it there are ${LIMITS.list} here, which is the most`;
			await asking.refuse({ line, problems: { [kind.nameColumn]: problem } });
			return false;
		};
		if (letGo.length + entangled.size > LIMITS.list) {
			throw new Failure(`More than ${LIMITS.list} rows exchange their webhooks with one another.`, {
				hint: 'Import the file in two parts.',
			});
		}
		// What exchanges values stands in one transaction, first of all: all let go, then all take.
		const stood = new Map<number, Cells>();
		for (const { cells, row } of letGo) {
			if (row !== undefined) stood.set(row, cells);
			asking.add({ action: 'UNSET', line: null, cells, told: row === undefined });
		}
		if (entangled.size > 0) {
			for await (const { row, line, cells } of spool.items()) {
				if (entangled.has(row) && (await fits(row, line, cells)))
					asking.add({ action: 'SET', line, cells, told: true, stood: stood.get(row) });
			}
			await asking.ask();
		}
		// Turn by turn, so that what comes into a full place is asked for together with what leaves it.
		const leaving = removals.items();
		const removeNext = async () => {
			const { value: cells } = await leaving.next();
			if (cells) await asking.addAndAsk({ action: 'UNSET', line: null, cells, told: true });
			return cells !== undefined;
		};
		for await (const { row, line, cells } of spool.items()) {
			onProgress(row, index.size);
			if (index.isUnchanged(row) || entangled.has(row)) continue;
			if (index.isNew(row)) await removeNext();
			if (await fits(row, line, cells)) await asking.addAndAsk({ action: 'SET', line, cells, told: true });
		}
		while (await removeNext());
		await asking.ask();
		options.counts.unchanged += index.unchanged;
		return await asking.plan();
	} catch (error) {
		await asking.discard();
		throw error;
	} finally {
		await Promise.all([spool.close(), removals.close()]);
	}
}

async function readAll(
	{ rows, within, onProgress }: Options,
	index: FileIndex,
	spool: Spool<{ row: number; line: number; cells: Cells }>,
	asking: Asking,
): Promise<void> {
	for await (const read of rows) {
		onProgress(index.size, null);
		if ('problems' in read) {
			await asking.refuse(read);
			continue;
		}
		const { line, cells } = read;
		if (within && !within.holds(cells)) {
			await asking.refuse({ line, problems: { row: `is not within ${within.text}` } });
			continue;
		}
		const row = index.add(line, cells);
		if (typeof row === 'number') await spool.add({ row, line, cells });
		else await asking.refuse({ line, problems: row });
	}
}

/** Looks at all that stands: what the file lacks goes to `removals`, what must let go of its value first is answered. */
async function compareAll({ kind, api, prune, within }: Options, index: FileIndex, removals: Spool<Cells>) {
	const letGo: { cells: Cells; row: number | undefined }[] = [];
	const entangled = new Set<number>();
	/** How many more each place takes, by place. */
	const room = new Map<string, number>();
	for await (const page of standingPages(kind, api)) {
		for (const cells of page) {
			const { row, same, wantedBy } = index.compare(cells);
			const goes = row === undefined && prune && (within?.holds(cells) ?? true);
			const place = kind.place(cells);
			if (!goes) room.set(place, (room.get(place) ?? LIMITS.list) - 1);
			if (same) continue;
			if (wantedBy !== undefined && (row !== undefined || goes)) {
				letGo.push({ cells, row });
				entangled.add(wantedBy);
				if (row !== undefined) entangled.add(row);
			} else if (goes) await removals.add(cells);
		}
	}
	return { letGo, entangled, room };
}

/** Asks the server what steps would do, tells it, and puts those that do something into batches. */
class Asking {
	readonly #options: Options;
	readonly #batches: Spool<Batch>;
	#steps: Step[] = [];
	#batch: Batch = [];
	#characters = 0;
	#batchCount = 0;

	constructor(options: Options, batches: Spool<Batch>) {
		this.#options = options;
		this.#batches = batches;
	}

	add(step: Step): void {
		this.#steps.push(step);
	}

	async addAndAsk(step: Step): Promise<void> {
		this.add(step);
		if (this.#steps.length >= ASKED_AT_ONCE) await this.ask();
	}

	async ask(): Promise<void> {
		const steps = this.#steps.splice(0);
		if (steps.length === 0) return;
		const { kind, api } = this.#options;
		const { data } = await kind.send(api, sendable(steps), true);
		for (const [at, step] of steps.entries()) await this.#judge(step, data[at]);
	}

	async refuse(bad: BadRow): Promise<void> {
		this.#options.counts.refused++;
		await this.#options.onBad(bad);
	}

	async plan(): Promise<Plan> {
		await this.#flush();
		return { counts: this.#options.counts, batches: this.#batches, batchCount: this.#batchCount, landed: 0 };
	}

	async discard(): Promise<void> {
		await this.#batches.close();
	}

	async #judge(step: Step, answer: BulkResult['data'][number] | undefined): Promise<void> {
		const { outcome = 'refused', problems = { row: 'was not answered' }, before } = answer ?? {};
		if (outcome === 'refused') {
			// Only rows of the file can be refused: what stands can always be removed.
			return this.refuse({ line: step.line ?? 0, problems });
		}
		if (outcome === 'unchanged') {
			if (step.action === 'SET') this.#options.counts.unchanged++;
			return;
		}
		const { kind } = this.#options;
		const { action, line, cells, told, stood } = step;
		this.#batch.push({ action, line, cells });
		this.#characters += Object.values(cells).reduce((sum, text) => sum + text.length + 20, 0);
		if (this.#batch.length >= LIMITS.list || this.#characters > MOST_CHARACTERS) await this.#flush();
		if (!told) return;
		const was = stood ? kind.masked(stood)[kind.valueColumn] : before;
		const seen = stood && outcome === 'added' ? 'changed' : outcome;
		this.#options.counts[seen]++;
		await this.#options.onRow({ outcome: seen, line, cells, before: was });
	}

	async #flush(): Promise<void> {
		if (this.#batch.length === 0) return;
		await this.#batches.add(this.#batch);
		this.#batch = [];
		this.#characters = 0;
		this.#batchCount++;
	}
}

/** Steps as the bulk call takes them. */
export function sendable(steps: readonly { action: 'SET' | 'UNSET'; cells: Cells }[]) {
	return steps.map(({ action, cells }) => ({ ...cells, action }));
}
