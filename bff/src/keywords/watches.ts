import type { Contract, HandlerOutput } from '@dropwire/contract';
import { FoundProduct, KeywordWatch, type Knex } from '@dropwire/db';
import { KEYWORD_LIMITS, keywordText } from '@dropwire/domain';
import type { Source } from '@dropwire/retailers';
import type { Call } from '../http/context.ts';
import { CallError, invalidInput, notFound } from '../http/errors.ts';
import { placeOf } from './places.ts';

type Wanted = Call<'keywordWatchCreate'>['input'];
type Writing = Call<'keywordWatchCreate'> | Call<'keywordWatchEdit'> | Call<'keywordsImport'>;
/** Where a watch searches, and for what: one list of phrases per place. */
type Key = Pick<KeywordWatch, 'source' | 'region' | 'shop' | 'include'>;

const isSame = (a: Key, b: Key) =>
	a.source === b.source && a.region === b.region && a.shop === b.shop && a.include.join() === b.include.join();

/** Locks the watches, so that two concurrent writes cannot each find them one short of the limit. */
async function lockWatches(knex: Knex): Promise<KeywordWatch[]> {
	return KeywordWatch.query(knex).orderBy('id').forUpdate();
}

/** @throws CallError 400 at the limit and for a place that cannot be searched; 409 for a watch that exists */
export async function addWatch(call: Writing, sources: readonly Source[], input: Wanted): Promise<KeywordWatch> {
	const { shop } = placeOf(sources, call.server.settings, input);
	const watches = await lockWatches(call.knex);
	if (watches.length >= KEYWORD_LIMITS.watches) {
		throw invalidInput({ include: `there can be at most ${KEYWORD_LIMITS.watches} keyword watches` });
	}
	mustBeNew(watches, { ...input, shop });
	const row = await insert(call, { ...input, shop });
	call.audit({ target: targetOf(row), after: { keywords: keywordText(row) } });
	return row;
}

/**
 * Changes what a watch looks for. The changed watch is a new row, so that a search that is running for the old words cannot
 * end the new one's baseline; it keeps the products that were found.
 * @throws CallError 400, 404, 409
 */
export async function editWatch(
	call: Call<'keywordWatchEdit'>,
	sources: readonly Source[],
): Promise<{ row: KeywordWatch; found: number }> {
	const { id, ...input } = call.input;
	const { shop } = placeOf(sources, call.server.settings, input);
	const watches = await lockWatches(call.knex);
	const before = watches.find((one) => one.id === Number(id));
	if (!before) throw notFound('This keyword watch');
	mustBeNew(
		watches.filter((one) => one !== before),
		{ ...input, shop },
	);
	const found = await FoundProduct.query(call.knex).where({ watchId: before.id, isNew: 1 }).resultSize();
	if (isSame(before, { ...input, shop }) && keywordText(before) === keywordText(input)) return { row: before, found };
	const row = await insert(call, { ...input, shop });
	await FoundProduct.query(call.knex).where({ watchId: before.id }).patch({ watchId: row.id });
	await KeywordWatch.query(call.knex).deleteById(before.id);
	call.audit({
		target: targetOf(row),
		before: { keywords: keywordText(before) },
		after: { keywords: keywordText(row) },
	});
	return { row, found };
}

/** Adds many watches: all that do not exist yet, or none if one is refused. @throws CallError 400 naming the rows */
export async function importWatches(
	call: Call<'keywordsImport'>,
	sources: readonly Source[],
): Promise<HandlerOutput<Contract['keywordsImport']>> {
	const { rows, dryRun } = call.input;
	const watches = await lockWatches(call.knex);
	const known: Key[] = [...watches];
	const wanted: (Omit<Wanted, 'shop'> & Key)[] = [];
	const data = rows.map((input): HandlerOutput<Contract['keywordsImport']>['data'][number] => {
		try {
			const row = { ...input, shop: placeOf(sources, call.server.settings, input).shop };
			if (known.some((one) => isSame(one, row))) return { outcome: 'unchanged', problems: {} };
			if (known.length >= KEYWORD_LIMITS.watches) {
				const problem = `is one too many: there can be ${KEYWORD_LIMITS.watches} keyword watches`;
				return { outcome: 'refused', problems: { include: problem } };
			}
			known.push(row);
			wanted.push(row);
			return { outcome: 'added', problems: {} };
		} catch (error) {
			if (!(error instanceof CallError) || !error.fields) throw error;
			return { outcome: 'refused', problems: error.fields };
		}
	});
	if (!dryRun) {
		const problems = data.flatMap(({ problems }, at) =>
			Object.entries(problems).map(([field, problem]) => [`rows.${at}.${field}`, problem] as const),
		);
		if (problems.length > 0) throw invalidInput(Object.fromEntries(problems));
		for (const one of wanted) {
			const row = await insert(call, one);
			call.audit({ target: targetOf(row), after: { keywords: keywordText(row) } });
		}
	}
	return { applied: !dryRun, data, current: watches.length, max: KEYWORD_LIMITS.watches };
}

function mustBeNew(watches: readonly Key[], wanted: Key): void {
	if (!watches.some((one) => isSame(one, wanted))) return;
	const { shop, source, region, include } = wanted;
	throw new CallError('conflict', `${shop ?? source} ${region} is already searched for ${include.join(', ')}.`, {
		include: 'is already searched for in this region',
	});
}

async function insert(
	{ knex, caller }: Writing,
	{ source, region, shop, include, exclude, minPrice, maxPrice }: Omit<Wanted, 'shop'> & Key,
): Promise<KeywordWatch> {
	const wanted = { source, region, shop, include, exclude, minPrice, maxPrice };
	return KeywordWatch.query(knex).insertAndFetch({
		...wanted,
		createdAt: Date.now(),
		createdBy: caller.discordId,
	});
}

/** A watch in the audit log. */
export function targetOf({ source, region, shop }: KeywordWatch): string {
	return `keywords ${shop ?? source} ${region}`;
}

/** The output schema leaves out who created it. */
export function present({ id, ...row }: KeywordWatch, found: number) {
	return { ...row, id: String(id), found };
}
