import { AuditRow, columnContains, type Knex } from '@dropwire/db';
import type { Feature } from '../http/feature.ts';
import { presentAudit } from './present.ts';

const PAGE = 50;
/** Entries that one search for an object reads. */
const MAX_READ = 2000;

export const auditFeature = {
	handlers: {
		audit: async ({ input: { person, object, since, until, cursor }, knex }) => {
			// The key of the log grows with its times, so the window is read in its order.
			const before = Math.min(Number(cursor ?? Number.MAX_SAFE_INTEGER), await firstAfter(knex, until));
			const max = object === undefined ? PAGE + 1 : MAX_READ;
			const window = knex('audit').where('id', '<', before).orderBy('id', 'desc').limit(max);
			if (person !== undefined) void window.where('actor', person);
			const looked: { id: number; at: number }[] = await window.clone().select('id', 'at');
			const young = looked.filter(({ at }) => at >= (since ?? 0));
			const ids = young.map(({ id }) => id);
			const found = object === undefined || ids.length === 0 ? ids : await naming(knex, ids, object, person);
			const shown = found.slice(0, PAGE);
			const ended = looked.length < max || young.length < looked.length;
			const next = found.length > PAGE ? shown.at(-1) : ended ? undefined : ids.at(-1);
			return { data: await present(knex, shown), nextCursor: next === undefined ? null : String(next) };
		},
	},
} satisfies Feature;

/** The first entry after a time; more than every entry if there is none. */
async function firstAfter(knex: Knex, at: number | undefined): Promise<number> {
	if (at === undefined) return Number.MAX_SAFE_INTEGER;
	const row = await AuditRow.query(knex).where('at', '>', at).orderBy('at').limit(1).first().select('id');
	return row?.id ?? Number.MAX_SAFE_INTEGER;
}

/** Those of the entries between the first and the last id that have the text in their target or values, newest first. */
async function naming(knex: Knex, ids: readonly number[], object: string, person?: string): Promise<number[]> {
	const query = AuditRow.query(knex)
		.whereBetween('id', [ids.at(-1) as number, ids[0] as number])
		.where((any) => {
			for (const column of ['target', 'before', 'after']) {
				void any.orWhere(columnContains(knex, column, object));
			}
		})
		.orderBy('id', 'desc')
		.limit(PAGE + 1)
		.select('id');
	if (person !== undefined) void query.where('actor', person);
	const rows = await query;
	return rows.map(({ id }) => id);
}

async function present(knex: Knex, ids: readonly number[]) {
	const rows = await AuditRow.query(knex)
		.findByIds([...ids])
		.orderBy('id', 'desc');
	return presentAudit(knex, rows);
}
