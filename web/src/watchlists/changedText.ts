import { counted } from '../ui/format.ts';

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
