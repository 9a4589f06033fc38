import { ApiError } from '@dropwire/contract';
import { type Draft, numberOf } from './draft.ts';

const NO_PRICE = 'Enter a number, for example 1,200 or 99.90.';

/** The server's path of an option: `options.minPrice`. */
const PREFIX = 'options.';

/** The problem of each option, by its name, as a sentence. */
export type Problems = Readonly<Record<string, string>>;

/** What the form itself rejects, where the server's sentence would name the fields of the API. */
export function problemsOf({ kinds, quiet, minPrice, maxPrice }: Draft): Problems {
	const [min = 0, max = Infinity] = [minPrice, maxPrice].map(numberOf);
	return {
		// To the server, no kind means every kind.
		...(kinds.length === 0 && { kinds: 'Select at least one kind. To stop all messages, pause them.' }),
		...(quiet && quiet.from === quiet.to && { quiet: 'The end must differ from the start.' }),
		...(min > max && { minPrice: 'The lowest price must not be more than the highest.' }),
		...(Number.isNaN(min) && { minPrice: NO_PRICE }),
		...(Number.isNaN(max) && { maxPrice: NO_PRICE }),
	};
}

/** The server's problems by option. A list's entry is named by its value: `"123" must be a Discord id of 17 to 20 digits.` */
export function problemsIn(error: unknown, draft: Draft): Problems {
	if (!(error instanceof ApiError)) return {};
	const found: Record<string, string> = {};
	for (const [path, problem] of Object.entries(error.fields)) {
		if (!path.startsWith(PREFIX)) continue;
		const [option = '', part = ''] = path.slice(PREFIX.length).split('.');
		const list = draft[option as keyof Draft];
		const entry = Array.isArray(list) ? (list as readonly string[])[Number(part)] : undefined;
		found[option] ??= `${entry === undefined ? 'This' : `"${entry}"`} ${problem}.`;
	}
	return found;
}

/** What each group of fields gets: the draft, a function that changes parts of it, and the problem of each option. */
export interface FieldsProps {
	draft: Draft;
	set(part: Partial<Draft>): void;
	problems: Problems;
}
