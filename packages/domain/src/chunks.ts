/** A list in parts of at most `size` items, in order. */
export function chunks<T>(items: readonly T[], size: number): T[][] {
	return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
		items.slice(index * size, (index + 1) * size),
	);
}

/** The items by a key, in order. `Map.groupBy` does the same where it exists: Node 21, Chrome 117, Safari 17.4. */
export function groupBy<T, Key>(items: Iterable<T>, keyOf: (item: T) => Key): Map<Key, T[]> {
	const groups = new Map<Key, T[]>();
	for (const item of items) {
		const key = keyOf(item);
		const group = groups.get(key);
		if (group) group.push(item);
		else groups.set(key, [item]);
	}
	return groups;
}
