import type { CallName } from '@dropwire/contract';
import { AuditRow, columnContains, type Knex } from '@dropwire/db';
import type { Caller } from '../http/auth.ts';
import type { Feature } from '../http/feature.ts';
import { presentAudit } from './present.ts';

const PAGE = 50;
/** Changes that only the person who made them sees: what somebody watches is no operator's business. */
export const PRIVATE_ACTIONS: readonly CallName[] = [
	'watchCreate',
	'watchEdit',
	'watchDelete',
	'watchNoticeEdit',
	'watchPlaceSet',
];
/** Entries that one search for an object reads. */
const MAX_READ = 2000;

export const auditFeature = {
	handlers: {
		audit: async ({ input: { person, object, since, until, cursor }, caller, knex }) => {
			// The key of the log grows with its times, so the window is read in its order.
			const before = Math.min(Number(cursor ?? Number.MAX_SAFE_INTEGER), await firstAfter(knex, until));
			const max = object === undefined ? PAGE + 1 : MAX_READ;
			const seen = seenBy(caller, person);
			const window = knex('audit').where('id', '<', before).where(seen).orderBy('id', 'desc').limit(max);
			const looked: { id: number; at: number }[] = await window.clone().select('id', 'at');
			const young = looked.filter(({ at }) => at >= (since ?? 0));
			const ids = young.map(({ id }) => id);
			const found = object === undefined || ids.length === 0 ? ids : await naming(knex, ids, object, seen);
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

/** The entries that the caller sees, of one person if one is given. */
function seenBy({ discordId }: Caller, person: string | undefined): (entries: Knex.QueryBuilder) => void {
	return (entries) => {
		void entries.where((own) => void own.whereNotIn('action', PRIVATE_ACTIONS).orWhere('actor', discordId));
		if (person !== undefined) void entries.where('actor', person);
	};
}

/** Those of the entries between the first and the last id that have the text in their target or values, newest first. */
async function naming(
	knex: Knex,
	ids: readonly number[],
	object: string,
	seen: (entries: Knex.QueryBuilder) => void,
): Promise<number[]> {
	const rows: { id: number }[] = await knex('audit')
		.whereBetween('id', [ids.at(-1) as number, ids[0] as number])
		.where(seen)
		.where((any) => {
			for (const column of ['target', 'before', 'after']) {
				void any.orWhere(columnContains(knex, column, object));
			}
		})
		.orderBy('id', 'desc')
		.limit(PAGE + 1)
		.select('id');
	return rows.map(({ id }) => id);
}

async function present(knex: Knex, ids: readonly number[]) {
	const rows = await AuditRow.query(knex)
		.findByIds([...ids])
		.orderBy('id', 'desc');
	return presentAudit(knex, rows);
}
