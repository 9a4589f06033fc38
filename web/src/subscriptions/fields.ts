import type { Draft } from './draft.ts';
import type { Problems } from './problems.ts';

/** What each group of fields gets: the draft, a function that changes parts of it, and the problem of each option. */
export interface FieldsProps {
	draft: Draft;
	set(part: Partial<Draft>): void;
	problems: Problems;
}
