import { type Contract, contract, type Endpoint } from '@dropwire/contract';

type Schema = Exclude<Endpoint['output'], string>;
type Issues = NonNullable<ReturnType<Schema['safeParse']>['error']>['issues'];

/** Problems of a field that mean another kind of value; a server of another version may send other fields. */
const OTHER_VALUE = new Set<string>(['invalid_type', 'invalid_value', 'invalid_union']);

/**
 * Whether an answer can be one of Dropwire to this call. Only the outermost fields are checked: the rows of a server of
 * another version can differ.
 */
export function isAnswerTo(name: keyof Contract, answer: unknown): boolean {
	const { output }: Endpoint = contract[name];
	if (typeof output === 'string') return true;
	const { error } = output.safeParse(answer);
	return error === undefined || !isForeign(error.issues, 1);
}

function isForeign(issues: Issues, depth: number): boolean {
	return issues.some((issue) => {
		if (issue.path.length > depth || !OTHER_VALUE.has(issue.code)) return false;
		if (issue.code !== 'invalid_union') return true;
		return issue.errors.every((variant) => isForeign(variant, depth - issue.path.length));
	});
}
