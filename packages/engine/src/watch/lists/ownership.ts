/**
 * Whether this process checks a SKU. Uses rendezvous hashing, so that a process that starts or stops moves only its own
 * share. This only divides the work; the snapshot's version ensures that a change is published once.
 */
export function isOwner(worker: string, workers: readonly string[], sku: string): boolean {
	const own = score(worker, sku);
	return workers.every((other) => other === worker || compareScores(own, worker, score(other, sku), other) > 0);
}

function compareScores(a: number, nameA: string, b: number, nameB: string): number {
	return a === b ? (nameA > nameB ? 1 : -1) : a - b;
}

/** FNV-1a with a final mix, so that names that differ in one letter get very different scores. */
function score(worker: string, sku: string): number {
	let hash = 0x811c9dc5;
	for (const char of `${worker}\0${sku}`) hash = Math.imul(hash ^ (char.codePointAt(0) as number), 0x01000193);
	hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
	return (hash ^ (hash >>> 13)) >>> 0;
}
