import { type Command, InvalidArgumentError, Option } from 'commander';

const MAX = 1_000_000;

/** Adds `--limit` to a command that can list any number of rows. */
export function withLimitOption(command: Command): Command {
	return command.addOption(
		new Option('-n, --limit <count>', 'the number of rows; not used with --follow')
			.default(50)
			.argParser(wholeNumber(1)),
	);
}

/** Parses an option's number. */
export function wholeNumber(min: number): (text: string) => number {
	return (text) => {
		const count = Number(text);
		if (!/^\d+$/.test(text) || count < min || count > MAX)
			throw new InvalidArgumentError(`It must be a whole number from ${min} to ${MAX}.`);
		return count;
	};
}

/** The first `limit` items of pages. */
export async function firstOf<T>(pages: AsyncIterable<readonly T[]>, limit: number): Promise<T[]> {
	const items: T[] = [];
	for await (const page of pages) {
		items.push(...page.slice(0, limit - items.length));
		if (items.length >= limit) break;
	}
	return items;
}
