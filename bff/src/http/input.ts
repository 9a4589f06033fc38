import { type Endpoint, problemOf } from '@dropwire/contract';
import { invalidInput } from './errors.ts';

/**
 * The input after its schemas, with path, query and body fields side by side.
 * @throws CallError 400 listing every invalid field by its full path
 */
export function checkInput(entry: Endpoint, given: { params: unknown; query: unknown; body: unknown }): object {
	const problems: Record<string, string> = {};
	const checked = (['params', 'query', 'body'] as const).map((part) => {
		const schema = entry[part];
		if (!schema) return {};
		const result = schema.safeParse(given[part] ?? {}, { error: problemOf });
		if (!result.success) {
			for (const issue of result.error.issues) problems[issue.path.join('.') || part] ??= issue.message;
			return {};
		}
		const isObject = 'shape' in schema;
		return isObject ? (result.data as object) : { body: result.data };
	});
	if (Object.keys(problems).length > 0) throw invalidInput(problems);
	return Object.assign({}, ...checked) as object;
}
