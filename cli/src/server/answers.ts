import { type Contract, contract, type Endpoint } from '@dropwire/contract';

type Schema = Exclude<Endpoint['output'], string>;
type Issues = NonNullable<ReturnType<Schema['safeParse']>['error']>['issues'];

/** Problems of a field that mean another kind of value; a server of another version may send other fields. */
const OTHER_VALUE = new Set<string>(['invalid_type', 'invalid_value', 'invalid_union']);

/**
 * Whether an answer can be one of Dropwire to this call. The outermost fields are checked, and that their objects and rows have
 * any of the expected fields: the others of a server of another version can differ.
 */
export function isAnswerTo(name: keyof Contract, answer: unknown): boolean {
	const { output }: Endpoint = contract[name];
	if (typeof output === 'string') return true;
	const { error } = output.safeParse(answer);
	if (error === undefined) return true;
	return !isForeign(error.issues, 1) && !isWithoutFields(output as Node, answer, 2);
}

function isForeign(issues: Issues, depth: number): boolean {
	return issues.some((issue) => {
		if (issue.path.length > depth || !OTHER_VALUE.has(issue.code)) return false;
		if (issue.code !== 'invalid_union') return true;
		return issue.errors.every((variant) => isForeign(variant, depth - issue.path.length));
	});
}

/** What is read of a zod schema. */
interface Node {
	def: {
		innerType?: Node;
		options?: readonly Node[];
		element?: Node;
		shape?: Readonly<Record<string, Node>>;
	};
	safeParse(value: unknown): { success: boolean };
}

/** Whether an object, or an object or the first row in it, has none of the fields that it needs. */
function isWithoutFields({ def }: Node, value: unknown, depth: number): boolean {
	if (value === null || typeof value !== 'object') return false;
	const { innerType, options, element, shape } = def;
	if (innerType) return isWithoutFields(innerType, value, depth);
	if (options) return options.every((option) => isWithoutFields(option, value, depth));
	if (element) return Array.isArray(value) && value.length > 0 && isWithoutFields(element, value[0], depth);
	if (!shape) return false;
	const fields = Object.entries(shape);
	const needsSome = fields.some(([, field]) => !field.safeParse(undefined).success);
	if (needsSome && !fields.some(([name]) => name in value)) return true;
	if (depth === 0) return false;
	return fields.some(([name, field]) => isWithoutFields(field, (value as Record<string, unknown>)[name], depth - 1));
}
