import { type Knex, Release, type StoredRow } from '@dropwire/db';
import {
	type Brand,
	chunks,
	clipText,
	LIMITS,
	type Region,
	RELEASE_LIMITS,
	type ReleaseKind,
	type ReleaseMove,
	type ReleaseOrigin,
	tidy,
} from '@dropwire/domain';
import type { ProductSnapshot } from '@dropwire/retailers';
import { isOver } from '../product/compare.ts';
import { releaseSnapshot } from '../product/releaseSnapshot.ts';
import { withdrawReminders } from '../publish/reminded.ts';
import { decideRelease, type ReleaseDates } from './decide.ts';

/** Rows per statement: SQLite joins at most 500 selects, as which knex inserts rows. */
const ROWS = 500;
/** SKUs per query. */
const SKUS = 500;

/** What a check, a report or an import says about the launch of a product. */
export interface LaunchReport {
	brand: Brand;
	sku: string;
	region: Region;
	origin: ReleaseOrigin;
	/** Null for a product that is gone. */
	snapshot: ProductSnapshot | null;
	/** When it was read, epoch ms. */
	at: number;
}

export interface RecordOptions {
	/**
	 * How long the news of a product, whose former launch is given, waits for others of its round at most, ms; by default
	 * not at all without `round`.
	 */
	waitMs?: (report: LaunchReport, formerAt: number | null) => number;
	/** The call, or the first checks of a region, whose reports share a message: its news waits until `endRound`. */
	round?: string | null;
	/** Changes the releases, but makes no event and no message. */
	isSilent?: boolean;
	/** Writes nothing. */
	dryRun?: boolean;
	/** Epoch ms. */
	now?: number;
}

export type ReleaseOutcome = 'created' | 'updated' | 'unchanged';

/** What a calendar says about a release besides its dates. */
type Facts = Pick<
	StoredRow<'releases'>,
	'title' | 'image' | 'url' | 'method' | 'entriesUntil' | 'price' | 'full' | 'currency'
>;
/** A stored release; the ID is null until it is stored. */
type Known = ReleaseDates & Facts & { id: number | null };

/**
 * Records launches in the transaction that stores what names them, and queues the news for `announce.ts`. Only new
 * products are released. What changes nothing writes nothing.
 * @returns the outcome of each report, in order
 * @throws Error if another process changed one of the releases in between: the next check does it again
 */
export async function recordReleases(
	trx: Knex,
	reports: readonly LaunchReport[],
	{ round = null, waitMs, isSilent = false, dryRun = false, now = Date.now() }: RecordOptions = {},
): Promise<ReleaseOutcome[]> {
	const waitOf = waitMs ?? (() => (round === null ? 0 : LONGEST_CALL_MS));
	const known = await readReleases(trx, reports);
	const created: StoredRow<'releases'>[] = [];
	const news: StoredRow<'release_news'>[] = [];
	const outcomes: ReleaseOutcome[] = [];
	for (const report of reports) {
		const { brand, sku, region, snapshot, origin, at } = report;
		const releases = known.get(keyOf(report)) ?? [];
		const launchAt = snapshot === null || snapshot.launchIsPlaceholder ? null : snapshot.launchAt;
		const decision = decideRelease(releases, { launchAt, isOff: snapshot !== null && isOver(snapshot), origin }, now);
		const before = decision ? decision.known : (releases.find((one) => one.launchAt === launchAt) ?? null);
		// A date that is called off keeps what was known of it.
		const facts = snapshot && factsOf(before, snapshot, report);
		const after = { id: null, ...before, ...decision?.dates, ...facts } as Known;
		if ((!decision && !before) || (before && isSame(before, after))) {
			outcomes.push('unchanged');
			continue;
		}
		known.set(keyOf(report), [...releases.filter((one) => one !== before), after]);
		outcomes.push(before ? 'updated' : 'created');
		const row = { brand, sku, region, ...columnsOf(after), changedAt: now };
		if (!before) created.push(row as StoredRow<'releases'>);
		else if (before.id === null)
			Object.assign(created.find((one) => one.launchAt === before.launchAt && keyOf(one) === keyOf(report)) ?? {}, row);
		else if (!dryRun) {
			await update(trx, { ...before, id: before.id }, row);
			// Those of its former date that wait to be sent.
			if (decision?.event) await withdrawReminders(trx, { releaseId: before.id, launchAt: before.launchAt }, now);
		}
		if (decision?.event && !isSilent) {
			const [was, is] = snapshotsOf(decision.event, report, before, after);
			const dueAt = now + waitOf(report, before?.launchAt ?? null);
			const [stored, changed] = [was && JSON.stringify(was), is && JSON.stringify(is)];
			news.push({ brand, region, kind: decision.event, before: stored, after: changed, at, dueAt, round } as never);
		}
	}
	if (dryRun) return outcomes;
	for (const some of chunks(created, ROWS)) await trx('releases').insert(some);
	for (const some of chunks(news, ROWS)) await trx('release_news').insert(some);
	return outcomes;
}

/** After a call that was killed, its news is published after this time, ms. */
const LONGEST_CALL_MS = 60_000;

/** Lets the news of a round be published. */
export async function endRound(knex: Knex, round: string, now = Date.now()): Promise<void> {
	await knex('release_news').where({ round }).update({ dueAt: now });
}

/** Whether a check can change a release: most changes are of products whose launch is long past. */
export function isAboutLaunch(before: ProductSnapshot | null, after: ProductSnapshot | null, at: number): boolean {
	if (before === null || after === null || before.launchAt !== after.launchAt) return true;
	if (after.launchAt === null) return isOver(before) !== isOver(after);
	return after.launchAt > at - RELEASE_LIMITS.liveMs;
}

async function readReleases(knex: Knex, reports: readonly LaunchReport[]): Promise<Map<string, Known[]>> {
	const known = new Map<string, Known[]>();
	const groups = Map.groupBy(reports, ({ brand, region }) => `${brand} ${region}`);
	for (const same of groups.values()) {
		const [{ brand, region }] = same as [LaunchReport];
		for (const skus of chunks([...new Set(same.map(({ sku }) => sku))], SKUS)) {
			const rows = await Release.query(knex).where({ brand, region }).whereIn('sku', skus);
			for (const row of rows) {
				const release = { ...row, moves: JSON.parse(row.moves) as ReleaseMove[] };
				known.set(keyOf(row), [...(known.get(keyOf(row)) ?? []), release]);
			}
		}
	}
	return known;
}

function keyOf({ brand, sku, region }: { brand: string; sku: string; region: string }): string {
	return `${brand} ${region} ${sku}`;
}

/** The facts of a release after a report. What a shop stated is replaced only by what a shop states. */
function factsOf(before: Known | null, snapshot: ProductSnapshot, { sku, origin }: LaunchReport): Facts {
	const known: Facts = before ?? {
		title: sku,
		image: null,
		url: null,
		method: null,
		entriesUntil: null,
		price: null,
		full: null,
		currency: null,
	};
	const { price } = snapshot;
	const stated: Facts = {
		title: clipText(tidy(snapshot.title), LIMITS.title) || sku,
		image: fitting(snapshot.image),
		url: fitting(snapshot.url),
		method: snapshot.launchMethod,
		entriesUntil: snapshot.entriesUntil ?? null,
		price: price?.current ?? null,
		full: price?.full ?? null,
		currency: price?.currency ?? null,
	};
	const isWeaker = before !== null && origin === 'imported' && before.origin !== 'imported';
	const [first, second] = isWeaker ? [known, stated] : [stated, known];
	const { price: current, full, currency } = first.price === null ? second : first;
	return {
		title: first.title,
		image: first.image ?? second.image,
		url: first.url ?? second.url,
		// An import leaves what it does not state.
		method: first.method ?? (origin === 'imported' ? second.method : null),
		entriesUntil: first.entriesUntil ?? (origin === 'imported' ? second.entriesUntil : null),
		price: current,
		full,
		currency,
	};
}

function fitting(url: string | null): string | null {
	return url !== null && url.length <= LIMITS.url ? url : null;
}

function columnsOf(release: Known) {
	const columns = [...COMPARED, 'datedAt'] as const;
	return {
		...Object.fromEntries(columns.map((column) => [column, release[column]])),
		moves: JSON.stringify(release.moves),
	};
}

const COMPARED = [
	'launchAt',
	'cancelledAt',
	'origin',
	'announcedAt',
	'sequence',
	'title',
	'image',
	'url',
	'method',
	'entriesUntil',
	'price',
	'full',
	'currency',
] as const satisfies readonly (keyof Known)[];

function isSame(before: Known, after: Known): boolean {
	return COMPARED.every((column) => before[column] === after[column]);
}

async function update(trx: Knex, { id, launchAt, sequence }: Known & { id: number }, row: object): Promise<void> {
	const changed = await trx('releases').where({ id, launchAt, sequence }).update(row);
	if (changed !== 1) throw new Error(`Release ${id} was changed by another process`);
}

/** The product before and after an event about its release, of which the dates are what the release says. */
function snapshotsOf(
	event: ReleaseKind,
	report: LaunchReport,
	before: Known | null,
	after: Known,
): [ProductSnapshot | null, ProductSnapshot | null] {
	const {
		launchIsPlaceholder: _,
		launchBy: __,
		...product
	} = report.snapshot ?? releaseSnapshot({ ...report, ...after, price: null });
	const at = (launchAt: number | null): ProductSnapshot => ({ ...product, launchAt });
	if (event === 'ANNOUNCED') return [null, at(after.launchAt)];
	if (event === 'MOVED') return [at(before?.launchAt ?? null), at(after.launchAt)];
	return [at(after.launchAt), report.snapshot && at(null)];
}
