import type { Button } from './reply.ts';

export const PAGE_ROWS = 8;

/** One page of a list, and the buttons to the others; a page that is no longer there is the last one. */
export function pageOf<T>(
	rows: readonly T[],
	wanted: number,
	customId: (page: number) => string,
): { rows: readonly T[]; buttons: Button[]; note: string | undefined } {
	const pages = Math.max(1, Math.ceil(rows.length / PAGE_ROWS));
	const page = Math.min(Math.max(0, wanted), pages - 1);
	const shown = rows.slice(page * PAGE_ROWS, (page + 1) * PAGE_ROWS);
	if (pages === 1) return { rows: shown, buttons: [], note: undefined };
	return {
		rows: shown,
		buttons: [
			{ customId: customId(page - 1), label: 'Previous', disabled: page === 0 },
			{ customId: customId(page + 1), label: 'Next', disabled: page === pages - 1 },
		],
		note: `page ${page + 1} of ${pages}`,
	};
}
