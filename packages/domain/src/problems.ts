import type { z } from 'zod';

const TYPES: Readonly<Record<string, string>> = {
	string: 'text',
	number: 'a number',
	int: 'a whole number',
	boolean: 'true or false',
	array: 'a list',
	object: 'an object',
	record: 'an object',
	null: 'null',
};
/** What a length is counted in; of a number, nothing. */
const UNITS: Readonly<Record<string, string>> = { string: ' characters', array: ' entries', set: ' entries' };

/**
 * What a value must be, for problems without a message of the schema; the field's name goes before it. Given to
 * `safeParse` as `error`.
 */
export function problemOf(issue: z.core.$ZodRawIssue): string {
	switch (issue.code) {
		case 'invalid_type':
			if (issue.input === undefined) return 'is required';
			return `must be ${TYPES[issue.expected] ?? issue.expected}`;
		case 'too_big':
			return bound('at most', issue.maximum, issue);
		case 'too_small':
			return bound('at least', issue.minimum, issue);
		case 'invalid_value':
			return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`;
		case 'not_multiple_of':
			return `must be a multiple of ${issue.divisor}`;
		case 'unrecognized_keys':
			return `must not have ${issue.keys.map((key) => `"${key}"`).join(', ')}`;
		case 'invalid_format':
			return `must be a valid ${issue.format}`;
		default:
			return 'is not valid';
	}
}

function bound(limit: string, value: number | bigint, { origin }: { origin: string }): string {
	const unit = UNITS[origin];
	return unit === undefined ? `must be ${limit} ${value}` : `must have ${limit} ${value}${unit}`;
}
