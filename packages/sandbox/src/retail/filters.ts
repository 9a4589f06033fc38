/** Parses filters of Nike's interfaces, such as `marketplace(US)`, into lists of values by name. */
export function filtersOf(filters: readonly string[]): (name: string) => string[] {
	const values = new Map<string, string[]>();
	for (const text of filters) {
		const [, name, list] = /^([\w.]+)\((.*)\)$/.exec(text) ?? [];
		if (name && list) values.set(name, list.split(',').filter(Boolean));
	}
	return (name) => values.get(name) ?? [];
}
