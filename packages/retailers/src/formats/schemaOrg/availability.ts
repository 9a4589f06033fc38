import { type StockState, stockOf } from '@dropwire/domain';
import { type Stock } from '../reading.ts';
import { term } from './thing.ts';

/** What each term of schema.org's ItemAvailability says, and the words that shops write instead. Others are unknown. */
const STATES: ReadonlyMap<string, StockState> = new Map([
	['instock', 'in_stock'],
	['limitedavailability', 'in_stock'],
	['onlineonly', 'in_stock'],
	['lowstock', 'in_stock'],
	['preorder', 'preorder'],
	['presale', 'preorder'],
	['backorder', 'backorder'],
	['onbackorder', 'backorder'],
	['madetoorder', 'made_to_order'],
	['instoreonly', 'in_store'],
	['outofstock', 'out'],
	['soldout', 'out'],
	['discontinued', 'out'],
	// For somebody else.
	['reserved', 'out'],
]);
/** A count instead of a term: `0 in stock`, `Only 3 left`, `in stock: 12`. */
const COUNT =
	/^(?:only )?(\d+) ?(?:items?|pieces?|pairs?|units?)? ?(?:in stock|available|left(?: in stock)?|remaining)\W?$/i;
const COUNT_BEHIND = /^(?:in stock|available|stock|quantity|qty) ?[:(=] ?(\d+)\)?$/i;

/** What some write between the vocabulary and the term. */
const ENUMERATION = /^ItemAvailability[./#]/i;

/** Unknown for no term, or for a text that does not fit as a whole. Shops also write `In stock.`, `in_stock` and `InStock/`. */
export function availabilityOf(text: string | null): Stock {
	const word = term(text ?? '').replace(ENUMERATION, '');
	const count = (COUNT.exec(word) ?? COUNT_BEHIND.exec(word))?.[1];
	if (count !== undefined) return stockOf(Number(count) > 0 ? 'in_stock' : 'out');
	return stockOf(STATES.get(word.toLowerCase().replaceAll(/[\s_-]|[.!]$/g, '')) ?? 'unknown');
}
