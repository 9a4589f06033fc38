/** The problems of a row, in which an earlier row of the request is named by its line in the file. */
export function problemsByLine(
	{ problems = {}, repeats }: { problems?: Readonly<Record<string, string>> | undefined; repeats?: number | undefined },
	lines: readonly number[],
): Readonly<Record<string, string>> {
	const line = repeats === undefined ? undefined : lines[repeats];
	if (line === undefined) return problems;
	return Object.fromEntries(Object.keys(problems).map((column) => [column, `is already set by line ${line}`]));
}
