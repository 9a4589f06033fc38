import { formatMoney, isOldFee, marketName, type Resale } from '@dropwire/contract';
import type { Work } from '../command.ts';
import { EXIT } from '../failure.ts';
import { openApi } from '../server/client.ts';
import { note, safe, warn, writeJson, writeLine } from '../terminal/output.ts';
import { type Column, writeTable } from '../terminal/table.ts';

type ResaleSize = Resale['sizes'][number];

export const run: Work<{ brand: string; region: string }, [string]> = async ({ args: [sku], options, globals }) => {
	const { brand, region } = options;
	const { data } = await openApi(globals).resale({ brand, sku, region });
	if (globals.json) await writeJson(data);
	else await writeResale(data, region);
	const failed = data.providers.filter(({ state }) => state === 'error');
	for (const { market, detail } of failed) warn(`${marketName(market)} could not be read: ${safe(detail)}`);
	return failed.length > 0 ? EXIT.partFailed : EXIT.done;
};

async function writeResale({ retail, sizes, fees }: Resale, region: string): Promise<void> {
	await writeLine(
		retail
			? `Full price in ${region}: ${formatMoney(retail.amount, retail.currency)}`
			: `The full price in ${region} is unknown.`,
	);
	if (sizes.length === 0) await writeLine('No market has a price for this product.');
	else {
		const priced = fees.filter(({ market }) =>
			sizes.some(({ offers }) => offers.some((offer) => offer.market === market)),
		);
		await writeTable(
			[
				{ title: 'SIZE', of: ({ size }) => safe(size) },
				...priced.map(({ market }): Column<ResaleSize> => ({
					title: marketName(market).toUpperCase(),
					of: (row) => payoutText(row, market),
					right: true,
				})),
				{ title: 'PROFIT', of: (row) => profitText(row, retail?.currency), right: true },
			],
			sizes,
		);
	}
	const old = fees
		.filter((fee) => isOldFee(fee, Date.now()))
		.map(({ market, asOf }) => `${marketName(market)} ${asOf}`);
	if (old.length > 0) note(`Fees of more than 180 days ago: ${old.join(', ')}`);
}

function payoutText({ offers }: ResaleSize, market: string): string {
	const payouts = offers.flatMap((offer) =>
		offer.market === market && offer.payout !== null ? [formatMoney(offer.payout, offer.currency)] : [],
	);
	return payouts.join(' ') || '–';
}

function profitText({ best }: ResaleSize, currency: string | undefined): string {
	if (!best || best.profit === null || currency === undefined) return '–';
	return formatMoney(best.profit, currency) + (best.percent === null ? '' : ` (${best.percent}%)`);
}
