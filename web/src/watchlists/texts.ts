import { ago, counted } from '../ui/format.ts';

/** Entries that are named one by one. */
const NAMED = 5;

/** `2 added: A, B; already on the list: C`. */
export function changedText(adding: boolean, changed: readonly string[], unchanged: readonly string[]): string {
	const parts = [
		`${changed.length} ${adding ? 'added' : 'removed'}${changed.length > 0 ? `: ${names(changed)}` : ''}`,
		...(unchanged.length > 0 ? [`${adding ? 'already' : 'not'} on the list: ${names(unchanged)}`] : []),
	];
	return parts.join('; ');
}

function names(entries: readonly string[]): string {
	const more = entries.length - NAMED;
	return [...entries.slice(0, NAMED), ...(more > 0 ? [counted(more, 'more entry', 'more entries')] : [])].join(', ');
}

/** Checks that differ by less belong to one round, ms. */
const SAME_MS = 10_000;

interface Checked {
	checkedAt: number | null;
	oldestCheck?: { region: string; checkedAt: number | null } | null | undefined;
}

/** `checked 12s ago · KR 3m ago`: the latest check, and the oldest among the entry's regions where it differs. */
export function checkedText({ checkedAt, oldestCheck: oldest }: Checked): string[] {
	if (checkedAt === null) return ['not checked yet'];
	const text = `checked ${ago(checkedAt)}`;
	if (!oldest || checkedAt - (oldest.checkedAt ?? 0) < SAME_MS) return [text];
	return [text, `${oldest.region} ${oldest.checkedAt === null ? 'not yet' : ago(oldest.checkedAt)}`];
}
