import { useSearchParams } from 'react-router-dom';

/** How each part of a filter is read from the address: undefined for a text that nothing can match. */
type Schema = Readonly<Record<string, (text: string) => string | number | undefined>>;

/** The parts that the address has. */
export type FilterOf<S extends Schema> = { [P in keyof S]?: NonNullable<ReturnType<S[P]>> };

/** Changes one part of the filter in the address; an empty text removes it. */
export type ChangeFilter<S extends Schema> = (part: keyof S & string, value: string) => void;

/** A part that can be any text. */
export const anyText = (text: string): string | undefined => text || undefined;

/** A part that is one of these values. */
export function oneOf<T extends string>(values: readonly T[]): (text: string) => T | undefined {
	return (text) => values.find((value) => value === text);
}

/**
 * The filter of a list, kept in the address.
 * @param replace whether a change replaces the current entry of the browser's history
 */
export function useUrlFilter<S extends Schema>(schema: S, replace = true): [FilterOf<S>, ChangeFilter<S>] {
	const [query, setQuery] = useSearchParams();
	const parts = Object.entries(schema).flatMap(([part, read]) => {
		const value = read(query.get(part) ?? '');
		return value === undefined ? [] : [[part, value] as const];
	});
	const change = (part: string, value: string) =>
		setQuery(
			(old) => {
				const next = new URLSearchParams(old);
				if (value) next.set(part, value);
				else next.delete(part);
				return next;
			},
			{ replace },
		);
	return [Object.fromEntries(parts) as FilterOf<S>, change];
}
