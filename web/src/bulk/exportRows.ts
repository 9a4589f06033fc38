import { api } from '../data/client.ts';
import type { FileRow } from './readRows.ts';

/** Every webhook of every operator group, page by page. */
export async function exportRows(): Promise<FileRow[]> {
	const rows: FileRow[] = [];
	for (let cursor: string | undefined; ;) {
		const page = await api.exportWebhooks(cursor ? { cursor } : {});
		rows.push(...page.rows);
		if (page.nextCursor === null) return rows;
		cursor = page.nextCursor;
	}
}
