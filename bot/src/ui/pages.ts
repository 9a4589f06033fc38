import type { Translate } from '../texts/translate.ts';
import type { Button } from './reply.ts';

/** One page of a list with its Previous and Next buttons. A page number past the end selects the last page. */
export function pageOf<T>(
	t: Translate,
	rows: readonly T[],
	wanted: number,
	customId: (page: number) => string,
	size = 8,
): { rows: readonly T[]; page: number; buttons: Button[]; note: string | undefined } {
	const pages = Math.max(1, Math.ceil(rows.length / size));
	const page = Math.min(Math.max(0, wanted), pages - 1);
	const shown = rows.slice(page * size, (page + 1) * size);
	if (pages === 1) return { rows: shown, page, buttons: [], note: undefined };
	return {
		rows: shown,
		page,
		buttons: [
			{ customId: customId(page - 1), label: t('button.previous'), disabled: page === 0 },
			{ customId: customId(page + 1), label: t('button.next'), disabled: page === pages - 1 },
		],
		note: t('page.note', { page: page + 1, pages }),
	};
}
