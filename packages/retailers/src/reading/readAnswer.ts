import { BudgetError } from '../limits/budget.ts';
import { refuse, type ShopRefusal } from '../formats/reading.ts';
import { ReaderLimitError, type ReaderPool } from './pool.ts';
import type { FactsOf, ReaderName, ResultOf } from './readers.ts';

/** Reads a shop's answer: a large one in a thread. It is refused if that takes too much time or memory. */
export async function readAnswer<Name extends ReaderName>(
	readers: ReaderPool,
	name: Name,
	{ body, contentType = null }: { body: Uint8Array; contentType?: string | null },
	facts: FactsOf<Name>,
): Promise<ResultOf<Name> | ShopRefusal> {
	try {
		return await readers.read(name, body, facts, contentType);
	} catch (error) {
		if (error instanceof ReaderLimitError) return refuse('unreadable', error.message);
		if (error instanceof BudgetError) return refuse('unreachable', 'Other pages are read for too long');
		throw error;
	}
}
