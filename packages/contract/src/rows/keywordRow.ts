import type { CallInput } from '../endpoint.ts';
import type { keywordCalls } from '../keywords.ts';
import type { Cells } from './check.ts';

type KeywordRow = CallInput<(typeof keywordCalls)['keywordsImport']>['rows'][number];

/** The watch of a row of `KEYWORD_COLUMNS`, or what is wrong with a price: the server checks the rest. */
export function keywordRow(cells: Cells): KeywordRow | { problem: string } {
	const cell = (column: string) => (cells[column] ?? '').trim();
	const wrong = (['minPrice', 'maxPrice'] as const).find((column) => Number.isNaN(Number(cell(column))));
	if (wrong) return { problem: `${wrong} must be a number: "${cell(wrong)}".` };
	const price = (column: string) => (cell(column) === '' ? null : Number(cell(column)));
	return {
		source: cell('source'),
		region: cell('region') || 'US',
		...(cell('shop') !== '' && { shop: cell('shop') }),
		include: phrasesIn(cell('include')),
		exclude: phrasesIn(cell('exclude')),
		minPrice: price('minPrice'),
		maxPrice: price('maxPrice'),
	};
}

/** The phrases of a text that separates them by commas or semicolons. */
export function phrasesIn(text: string): string[] {
	return text
		.split(/[,;]/)
		.map((phrase) => phrase.trim())
		.filter(Boolean);
}
