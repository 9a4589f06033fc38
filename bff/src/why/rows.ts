import type { WhyRow, WhyVerdict } from '@dropwire/contract';
import { WHY_LIMITS, WHY_STEPS, type WhyCode, type WhyOutcome, type WhyStep } from '@dropwire/domain';

/** What is so of a step; a moment is `at` without `until`. */
export type Facts = Partial<Pick<WhyRow, 'until' | 'count' | 'detail' | 'eventId'>> & {
	at: number | null;
	code?: WhyCode | null;
};

export function rowOf<Step extends WhyStep>(step: Step, outcome: WhyOutcome<Step>, facts: Facts): WhyRow {
	const { at, until = null, count = 1, code = null, detail = null, eventId = null } = facts;
	return { at, until: until === at ? null : until, count, step, outcome, code, detail, eventId };
}

export function verdictOf({ step, outcome, code, detail }: WhyRow): WhyVerdict {
	return { step, outcome, code, detail };
}

const ORDER = Object.keys(WHY_STEPS);

/** The rows in the order of time, like ones in a row joined; of too many, those nearest to the moment. */
export function orderRows(rows: readonly WhyRow[], at: number): WhyRow[] {
	const distance = (row: WhyRow) => (row.at === null ? 0 : Math.abs(row.at - at));
	const nearest = rows.toSorted((a, b) => distance(a) - distance(b)).slice(0, WHY_LIMITS.rows);
	const time = (row: WhyRow) => row.at ?? 0;
	nearest.sort((a, b) => time(a) - time(b) || ORDER.indexOf(a.step) - ORDER.indexOf(b.step));
	const joined: WhyRow[] = [];
	for (const row of nearest) {
		const last = joined.at(-1);
		if (!last || !isLike(last, row)) {
			joined.push({ ...row });
			continue;
		}
		last.until = Math.max(last.until ?? last.at ?? 0, row.until ?? row.at ?? 0);
		last.count += row.count;
	}
	return joined;
}

function isLike(a: WhyRow, b: WhyRow): boolean {
	const keys = ['step', 'outcome', 'code', 'detail', 'eventId'] as const;
	return a.at !== null && b.at !== null && keys.every((key) => a[key] === b[key]);
}
