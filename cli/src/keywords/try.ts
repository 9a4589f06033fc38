import type { Work } from '../command.ts';
import { Failure } from '../failure.ts';
import { openApi } from '../server/client.ts';
import { note, safe, writeJson } from '../terminal/output.ts';
import { SKU_WIDTH, writeTable } from '../terminal/table.ts';
import { wantedOf, type WantedOptions } from './wanted.ts';

export const run: Work<WantedOptions, [string, string[]]> = async ({ args, options, globals }) => {
	const { data } = await openApi(globals).keywordTry(wantedOf(args, options));
	const { matches, problem, products } = data;
	if (globals.json) await writeJson(data);
	if (problem !== null) throw new Failure(`The shop could not be searched: ${safe(problem)}.`);
	if (globals.json) return;
	if (products.length === 0) return note('Nothing matches now.');
	await writeTable(
		[
			{ title: 'SKU', of: (row) => row.sku, shrinks: SKU_WIDTH },
			{ title: 'PRODUCT', of: (row) => row.title, shrinks: true },
			{ title: 'PRICE', of: (row) => row.price ?? 'unknown', right: true },
		],
		products,
	);
	if (matches > products.length) note(`${matches - products.length} more match.`);
};
