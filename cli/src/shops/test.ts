import { priceText, type ShopTest, STATE_NAMES, type StockState } from '@dropwire/contract';
import { given, type Work } from '../command.ts';
import { Failure } from '../failure.ts';
import { openApi } from '../server/client.ts';
import { onOut } from '../terminal/colours.ts';
import { safe, writeJson, writeLine } from '../terminal/output.ts';
import { writeTable } from '../terminal/table.ts';

export const run: Work<{ list?: string }, [string]> = async ({ args: [url], options: { list }, globals }) => {
	const { data } = await openApi(globals).shopTest({ url, ...given({ type: list }) });
	if (globals.json) await writeJson(data);
	else if (!data.refusal) await show(data);
	if (data.refusal) throw new Failure(`${data.refusal.code}: ${safe(data.refusal.message)}.`);
};

async function show({ adapter, sku, title, price, state, sizes }: ShopTest): Promise<void> {
	await writeLine(onOut().bold(safe(title ?? '')));
	await writeLine(`adapter  ${adapter}`);
	await writeLine(`SKU      ${safe(sku ?? 'unknown')}`);
	await writeLine(`price    ${price ? priceText(price) : 'unknown'}`);
	await writeLine(`stock    ${stockText(state)}`);
	if (sizes.length === 0) return;
	await writeTable(
		[
			{ title: 'SIZE', of: ({ size }) => size },
			{ title: 'STOCK', of: (row) => stockText(row.state), paint: (row) => (row.available ? 'green' : 'dim') },
			{ title: 'COUNT', of: ({ count }) => (count === null ? '–' : String(count)), right: true },
		],
		sizes,
	);
}

function stockText(state: StockState): string {
	const names = { ...STATE_NAMES, in_stock: 'in stock', out: 'out of stock', unknown: 'unknown' };
	return names[state].toLowerCase();
}
