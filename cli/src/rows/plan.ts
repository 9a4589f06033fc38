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
		const { letGo, entangled } = await compareAll(options, index, removals);
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
				if (entangled.has(row)) asking.add({ action: 'SET', line, cells, told: true, stood: stood.get(row) });
			}
			await asking.ask();
		}
		for await (const cells of removals.items()) {
			await asking.addAndAsk({ action: 'UNSET', line: null, cells, told: true });
		}
		for await (const { row, line, cells } of spool.items()) {
			onProgress(row, index.size);
			if (!index.isUnchanged(row) && !entangled.has(row))
				await asking.addAndAsk({ action: 'SET', line, cells, told: true });
		}
		await asking.ask();
		asking.counts.unchanged += index.unchanged;
		return await asking.plan();
	} catch (error) {
		await asking.discard();
		throw error;
	} finally {
		await Promise.all([spool.close(), removals.close()]);
	}
}

async function readAll(
	{ rows, within, onBad, onProgress }: Options,
	index: FileIndex,
	spool: Spool<{ row: number; line: number; cells: Cells }>,
	asking: Asking,
): Promise<void> {
	const refuse = async (bad: BadRow) => {
		asking.counts.refused++;
		await onBad(bad);
	};
	for await (const read of rows) {
		onProgress(index.size, null);
		if ('problems' in read) {
			await refuse(read);
			continue;
		}
		const { line, cells } = read;
		if (within && !within.holds(cells)) {
			await refuse({ line, problems: { row: `is not within ${within.text}` } });
			continue;
		}
		const row = index.add(line, cells);
		if (typeof row === 'number') await spool.add({ row, line, cells });
		else await refuse({ line, problems: row });
	}
}

/** Looks at all that stands: what the file lacks goes to `removals`, what must let go of its value first is answered. */
async function compareAll({ kind, api, prune, within }: Options, index: FileIndex, removals: Spool<Cells>) {
	const letGo: { cells: Cells; row: number | undefined }[] = [];
	const entangled = new Set<number>();
	for await (const page of standingPages(kind, api)) {
		for (const cells of page) {
			const { row, same, wantedBy } = index.compare(cells);
			if (same) continue;
			const goes = row === undefined && prune && (within?.holds(cells) ?? true);
			if (wantedBy !== undefined && (row !== undefined || goes)) {
				letGo.push({ cells, row });
				entangled.add(wantedBy);
				if (row !== undefined) entangled.add(row);
			} else if (goes) await removals.add(cells);
		}
	}
	return { letGo, entangled };
}

/** Asks the server what steps would do, tells it, and puts those that do something into batches. */
class Asking {
	readonly counts = { added: 0, changed: 0, removed: 0, unchanged: 0, refused: 0 };
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

	async plan(): Promise<Plan> {
		await this.#flush();
		return { counts: this.counts, batches: this.#batches, batchCount: this.#batchCount, landed: 0 };
	}

	async discard(): Promise<void> {
		await this.#batches.close();
	}

	async #judge(step: Step, answer: BulkResult['data'][number] | undefined): Promise<void> {
		const { outcome = 'refused', problems = { row: 'was not answered' }, before } = answer ?? {};
		if (outcome === 'refused') {
			this.counts.refused++;
			// Only rows of the file can be refused: what stands can always be removed.
			await this.#options.onBad({ line: step.line ?? 0, problems });
			return;
		}
		if (outcome === 'unchanged') {
			if (step.action === 'SET') this.counts.unchanged++;
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
		this.counts[seen]++;
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
