import { ApiError, type BrandScreen, type CallOutput, type Contract, type OperatorRow } from '@dropwire/contract';
import { useRef, useState } from 'react';
import useSWR, { mutate as mutateAll } from 'swr';
import { api } from '../api/client.ts';
import { readCall, type CallState, swrOptions } from '../api/useCall.ts';
import { RowsKept } from '../ui/deletions.ts';
import { grouped } from '../ui/format.ts';
import type { Place } from './brands.ts';

const KEY = 'operatorRows';
/** How often the rows are read again while the page is visible, ms: a brand can have thousands. */
const EVERY_MS = 30_000;

/** Rows of the first page, which fills a screen before the others arrive. */
const FIRST_ROWS = 100;

/** Every webhook of a screen's brands. When none is known yet, the first ones are shown while the others are read. */
export function useOperatorRows({
	id,
	families,
}: BrandScreen): CallState<readonly OperatorRow[]> & { partial: boolean } {
	const [first, setFirst] = useState<{ id: string; rows: readonly OperatorRow[] } | null>(null);
	const known = useRef(false);
	const { data, error, isLoading, mutate } = useSWR<readonly OperatorRow[], ApiError>(
		[KEY, id],
		async () => {
			const begin = known.current ? undefined : (rows: OperatorRow[]) => setFirst({ id, rows });
			const all = await Promise.all(families.map(({ brand, category }) => allOf(brand, category, begin)));
			known.current = true;
			return all.flat();
		},
		// The webhooks' health is read again whenever the screen opens.
		{ ...swrOptions(EVERY_MS), refreshInterval: EVERY_MS, dedupingInterval: 0 },
	);
	const rows = data ?? (first?.id === id ? first.rows : undefined);
	const partial = data === undefined && rows !== undefined;
	return { data: rows, error, loading: isLoading && rows === undefined, reload: () => void mutate(), partial };
}

/** Fetches the rows again after a write. */
export function refreshOperatorRows(): Promise<unknown> {
	return mutateAll((key) => Array.isArray(key) && key[0] === KEY);
}

/** @param begin gets the first rows if there are more */
async function allOf(brand: string, category: string, begin?: (rows: OperatorRow[]) => void): Promise<OperatorRow[]> {
	const rows: OperatorRow[] = [];
	for (let cursor: string | undefined; ;) {
		const limit = begin && cursor === undefined ? FIRST_ROWS : undefined;
		const page = await readCall('operatorWebhooks', {
			brand,
			category,
			...(cursor && { cursor }),
			...(limit && { limit }),
		});
		rows.push(...page.data);
		if (limit && page.nextCursor !== null) begin?.(page.data);
		if (page.nextCursor === null) return rows;
		cursor = page.nextCursor;
	}
}

/** `before`: the URL that the user has seen, if it is to be replaced. */
type Row = { [K in keyof Place]: string } & { label: string; value: string; before?: string };

/** Labels that one message names. */
const NAMED = 5;

/**
 * Deletes rows that still have their URL.
 * @throws RowsKept for rows whose URL somebody else has changed
 */
export async function deleteRows(rows: readonly Row[]): Promise<void> {
	const kept = (await changeRows('UNSET', rows)).filter((result) => result.kept);
	if (kept.length === 0) return;
	const labels = kept.map(({ row }) => rows[row]?.label);
	const more = labels.length > NAMED ? ` and ${grouped(labels.length - NAMED)} more` : '';
	const names = labels.slice(0, NAMED).join(', ') + more;
	throw new RowsKept(
		kept.length === 1
			? `${names} was not deleted: its URL has been changed elsewhere.`
			: `${names} were not deleted: their URLs have been changed elsewhere.`,
	);
}

/**
 * Changes rows, all of them or none.
 * @returns the result for each row
 * @throws ApiError whose fields are named by column (`label`, `value`); for several rows they describe the first bad
 *   one. The column `before` means that somebody has changed the URL since.
 */
export async function changeRows(
	action: 'INSERT' | 'UPDATE' | 'UNSET',
	rows: readonly Row[],
): Promise<CallOutput<Contract['bulkWebhooks']>['data']> {
	try {
		const { data } = await api.bulkWebhooks({
			rows: rows.map(({ brand, category, region, status, label, value, before }) => ({
				action,
				brand,
				category,
				region,
				status,
				label,
				value,
				...(before !== undefined && { before }),
			})),
		});
		return data;
	} catch (error) {
		throw error instanceof ApiError && Object.keys(error.fields).length > 0 ? withColumns(error) : error;
	}
}

function withColumns({ status, code, message, fields }: ApiError): ApiError {
	const named: Record<string, string> = {};
	for (const [path, problem] of Object.entries(fields)) named[path.replace(/^rows\.\d+\./, '')] ??= problem;
	return new ApiError(status, { code, message, fields: named });
}
