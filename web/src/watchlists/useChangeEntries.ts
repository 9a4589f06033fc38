import { ApiError } from '@dropwire/contract';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { reasonOf, refresh } from '../api/useCall.ts';
import { flushDeletions } from '../ui/Undo.tsx';
import { type Outcome, useOutcomes } from '../ui/useOutcome.ts';
import { changedText } from './texts.ts';
import { bulkRows, type Described } from './describeEntries.ts';
import { listName } from './targets.ts';

export type Work = 'Add' | 'Remove';

/** The delay before the calls are sent, and the display time of a success, ms. */
export interface Timing {
	delayMs: number;
	noteMs: number;
}

/** Spec 2, section 9. */
export const MONITOR_TIMING: Timing = { delayMs: 1000, noteMs: 8000 };
export const HOT_TIMING: Timing = { delayMs: 1000, noteMs: 3000 };
export const LINK_TIMING: Timing = { delayMs: 0, noteMs: 8000 };

/** Adds described entries to their lists, or removes them; each list has its own outcome. */
export function useChangeEntries({ delayMs, noteMs }: Timing) {
	const [busy, setBusy] = useState<Work | null>(null);
	const [outcomes, setOutcomes] = useOutcomes(noteMs);
	/** @returns whether every list was changed */
	async function change(work: Work, described: readonly Described[], regions: readonly string[]): Promise<boolean> {
		setBusy(work);
		setOutcomes([]);
		await new Promise((resolve) => setTimeout(resolve, delayMs));
		// What was removed above can be added again at once.
		await flushDeletions();
		const byList = Map.groupBy(bulkRows(work, described, regions), ({ type }) => type);
		const results = await Promise.all(
			[...byList].map(([list, rows]) =>
				changeList(rows, { work, prefix: byList.size > 1 ? `${listName(list)}: ` : '' }),
			),
		);
		setOutcomes(results);
		setBusy(null);
		await refresh('skus', 'hotSkus', 'skuStates');
		return results.every(({ bad }) => !bad);
	}
	return { busy, outcomes, change };
}

async function changeList(
	rows: ReturnType<typeof bulkRows>,
	{ work, prefix }: { work: Work; prefix: string },
): Promise<Outcome> {
	const adding = work === 'Add';
	try {
		const { data } = await api.bulkSkus({ rows });
		const withOutcome = (...wanted: string[]) =>
			data.flatMap(({ row, outcome }) => (wanted.includes(outcome) ? (rows[row]?.sku ?? []) : []));
		const changed = withOutcome('added', 'removed');
		const updated = withOutcome('changed');
		const unchanged = withOutcome('unchanged');
		if (changed.length + updated.length === 0)
			return { bad: false, text: `${prefix}No change. ${changedText(adding, changed, unchanged)}` };
		const done = adding ? 'SKU added successfully' : 'SKU deleted successfully';
		const moved = updated.length > 0 ? `; changed: ${updated.join(', ')}` : '';
		return { bad: false, text: `${prefix}${done} (${changedText(adding, changed, unchanged)}${moved})` };
	} catch (error) {
		const field = error instanceof ApiError ? Object.keys(error.fields).slice(0, 1) : [];
		return { bad: true, text: `${prefix}Error: ${reasonOf(error, ...field)}` };
	}
}
