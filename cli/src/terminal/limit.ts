import { type Command, InvalidArgumentError, Option } from 'commander';

const MOST = 1_000_000;

/** `--limit`: how many rows of a list that has no end. */
export function withLimitOption(command: Command): Command {
	return command.addOption(new Option('-n, --limit <count>', 'how many').default(50).argParser(countOf));
}

function countOf(text: string): number {
	const count = Number(text);
	if (!/^\d+$/.test(text) || count < 1 || count > MOST)
		throw new InvalidArgumentError(`It must be a whole number from 1 to ${MOST}.`);
	return count;
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
