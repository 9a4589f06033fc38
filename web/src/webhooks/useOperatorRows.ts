import type { ApiError, OperatorRow } from '@dropwire/bff/contract';
import useSWR, { mutate as mutateAll } from 'swr';
import { api } from '../data/client.ts';
import { ask, type Question } from '../data/useCall.ts';
import type { BrandScreen, Place } from './brands.ts';

const KEY = 'operatorRows';

/** Every webhook of a screen's brands, page by page. */
export function useOperatorRows({ id, families }: BrandScreen): Question<readonly OperatorRow[]> {
	const { data, error, isLoading, mutate } = useSWR<readonly OperatorRow[], ApiError>(
		[KEY, id],
		async () => (await Promise.all(families.map(({ brand, category }) => allOf(brand, category)))).flat(),
		// Who comes back to a screen sees how its webhooks fare now, however soon that is.
		{ shouldRetryOnError: false, keepPreviousData: true, dedupingInterval: 0 },
	);
	return { data, error, loading: isLoading, again: () => void mutate() };
}

/** After a write: the rows are asked for again. */
export function refreshOperatorRows(): Promise<unknown> {
	return mutateAll((key) => Array.isArray(key) && key[0] === KEY);
}

async function allOf(brand: string, category: string): Promise<OperatorRow[]> {
	const rows: OperatorRow[] = [];
	for (let cursor: string | undefined; ;) {
		const page = await ask('operatorWebhooks', { brand, category, ...(cursor && { cursor }) });
		rows.push(...page.data);
		if (page.nextCursor === null) return rows;
		cursor = page.nextCursor;
	}
}

/** Changes rows, all or none; the server names what is wrong as `rows.0.label`. */
export async function changeRows(
	action: 'INSERT' | 'UPDATE' | 'UNSET',
	rows: readonly ({ [K in keyof Place]: string } & { label: string; value: string })[],
): Promise<void> {
	await api.bulkWebhooks({
		rows: rows.map(({ brand, category, region, status, label, value }) => ({
			action,
			brand,
			category,
			region,
			status,
			label,
			value,
		})),
	});
}
