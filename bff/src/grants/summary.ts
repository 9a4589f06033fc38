import type { GrantSummary } from '@dropwire/contract';
import type { Knex } from '@dropwire/db';
import { GRANT_SUBJECTS, type GrantProvider } from '@dropwire/domain';
import type { Plan } from '@dropwire/domain/plans';

const MONTH_MS = 30 * 86_400_000;
const REJECTED_MS = 7 * 86_400_000;

/** Grants by plan and provider. Each count reads the rows of its time by an index. */
export async function countGrants(knex: Knex, plans: readonly Plan[], now: number): Promise<GrantSummary['plans']> {
	const grants = () =>
		knex('grants')
			.whereIn('subject', GRANT_SUBJECTS)
			.groupBy('plan', 'provider')
			.select('plan', 'provider')
			.count({ count: '*' });
	const open = () => grants().whereNull('endedAt');
	// At most as many rows as the access list has.
	const people = () =>
		knex('users').groupBy('plan').select('plan', knex.raw<GrantProvider>("'manual' as provider")).count({ count: '*' });
	const past: [number, number] = [now - MONTH_MS, now];
	const next: [number, number] = [now, now + MONTH_MS];
	const queries = {
		active: [
			open().where('startsAt', '<=', now),
			people().where((current) => void current.whereNull('expiresAt').orWhere('expiresAt', '>', now)),
		],
		new: [grants().whereBetween('startsAt', past), people().whereBetween('createdAt', past)],
		// An end is carried out after it, which the index finds.
		ended: [
			grants().whereBetween('endedAt', past).whereBetween('endsAt', past),
			people().whereBetween('expiresAt', past),
		],
		ending: [open().whereBetween('endsAt', next), people().whereBetween('expiresAt', next)],
	};
	const rows = new Map<string, GrantSummary['plans'][number]>();
	for (const [name, both] of Object.entries(queries) as [keyof typeof queries, Promise<Counted[]>[]][]) {
		for (const { plan, provider, count } of (await Promise.all(both)).flat()) {
			// Operators write a plan's name.
			const known = plans.find((one) => one.id === plan || (provider === 'manual' && one.name === plan));
			const id = known?.id ?? plan;
			const key = `${provider} ${id}`;
			const counts = { active: 0, new: 0, ended: 0, ending: 0 };
			const row = rows.get(key) ?? { plan: id, planName: known?.name ?? plan, provider, ...counts };
			row[name] += count;
			rows.set(key, row);
		}
	}
	return [...rows.values()].sort((a, b) => b.active - a.active);
}

interface Counted {
	plan: string | null;
	provider: GrantProvider;
	count: number;
}

/** The signed bodies that were rejected in the last days, by reason, the newest first. */
export async function readRejected(knex: Knex, now: number): Promise<GrantSummary['rejected']> {
	const rows = (await knex('rejected_events')
		.where('hour', '>=', now - REJECTED_MS)
		.groupBy('signer', 'reason')
		.select('signer', 'reason')
		.sum({ count: 'count' })
		.max({ lastAt: 'lastAt' })
		.orderBy('lastAt', 'desc')) as Summed[];
	// MariaDB returns a sum as text.
	return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

type Summed = Omit<GrantSummary['rejected'][number], 'count'> & { count: number | string };
