import { CallError } from './errors.ts';

/**
 * Leaves values alone that the caller has not seen.
 * @param seen the values that the caller has read; undefined if they do not matter
 * @param what the thing that has the current values (`This label`), and `now` these values, for the message
 * @throws CallError 409
 */
export function mustBeAsSeen<V extends object>(current: V, seen: V | undefined, what: string, now: string): void {
	if (seen === undefined) return;
	if ((Object.keys(seen) as (keyof V)[]).every((name) => current[name] === seen[name])) return;
	const message = `${what} has since been changed to ${now}, so it was left as it is.`;
	throw new CallError('conflict', message, { before: `must be ${now}` });
}
