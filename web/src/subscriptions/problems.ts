import { ApiError } from '@dropwire/contract';
import type { Draft } from './draft.ts';

/** The server's path of an option: `options.minPrice`. */
const PREFIX = 'options.';

/** The problem of each option, by its name, as a sentence. */
export type Problems = Readonly<Record<string, string>>;

/** What the form itself rejects, where the server's sentence would name the fields of the API. */
export function problemsOf({ kinds, quiet, minPrice, maxPrice }: Draft): Problems {
	const crossed = minPrice !== '' && maxPrice !== '' && Number(minPrice) > Number(maxPrice);
	return {
		// To the server, no kind means every kind.
		...(kinds.length === 0 && { kinds: 'Select at least one kind. To stop all messages, pause them.' }),
		...(quiet && quiet.from === quiet.to && { quiet: 'The end must differ from the start.' }),
		...(crossed && { minPrice: 'The lowest price must not be more than the highest.' }),
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
