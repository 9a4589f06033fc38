import { sortSizes, stockText, type StoreStock } from '@dropwire/contract';
import type { Work } from '../command.ts';
import { EXIT, Failure } from '../failure.ts';
import { openApi } from '../server/client.ts';
import { safe, warn, writeJson, writeLine } from '../terminal/output.ts';
import { writeTable } from '../terminal/table.ts';

export const run: Work<{ brand: string; region: string }, [string, string]> = async ({ args, options, globals }) => {
	const [sku, near] = args;
	const { brand, region } = options;
	const { data } = await openApi(globals).storeStock({ brand, sku, region, near });
	if (data === null) throw new Failure(`The shop does not sell ${safe(sku)} in ${region}.`);
	if (globals.json) await writeJson(data);
	else if (data.stores.length === 0) await writeLine(`No store in ${region} near ${safe(near)} answered or is known.`);
	else {
		await writeTable(
			[
				{ title: 'STORE', of: ({ name }) => safe(name) },
				{ title: 'CITY', of: ({ city }) => safe(city), drops: 1 },
				{ title: 'KM', of: ({ distanceKm }) => String(distanceKm ?? '–'), right: true },
				{ title: 'SIZES', of: ({ sizes }) => sizesText(sizes), shrinks: true },
			],
			data.stores,
		);
	}
	for (const { name, reason } of data.failed) warn(`${safe(name)} did not answer: ${safe(reason)}`);
	return data.failed.length > 0 ? EXIT.partFailed : EXIT.done;
};

function sizesText(sizes: StoreStock['stores'][number]['sizes']): string {
	if (sizes.length === 0) return 'does not carry it';
	const inStock = sortSizes(sizes.filter(({ available }) => available));
	return inStock.map((size) => `${safe(size.size)} ${stockText(size)}`.trim()).join(', ') || 'sold out';
}
