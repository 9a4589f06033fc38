import { note } from './output.ts';

/**
 * Notes that a list has no rows: because of its filters, or because there are none, with what to do first.
 * @param filters the filters of the list by name, undefined for those that are not used
 */
export function noteEmpty(plural: string, filters: object, first = ''): void {
	const filtered = Object.values(filters).some((value) => value !== undefined);
	note(filtered ? `No ${plural} match.` : `No ${plural} yet. ${first}`.trimEnd());
}
