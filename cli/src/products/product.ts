import {
	CARD_TERMS,
	type Comparable,
	priceTexts,
	type ProductCard,
	type ProductInRegion,
	sizeCounts,
	statusText,
	unusualTerms,
} from '@dropwire/contract';
import { given, type Work } from '../command.ts';
import { EXIT, Failure } from '../failure.ts';
import { openApi } from '../server/client.ts';
import { onOut } from '../terminal/colours.ts';
import { note, safe, warn, writeJson, writeLine } from '../terminal/output.ts';
import { type Column, writeTable } from '../terminal/table.ts';
import { zonedTime } from '../terminal/time.ts';
import { inRegionLines } from './inRegion.ts';

export const run: Work<{ brand?: string; region?: string }, [string]> = async ({
	args: [sku],
	options: { brand, region },
	globals,
}) => {
	const { data: card } = await openApi(globals).product({ sku, ...given({ brand, region }) });
	if (card === null) throw new Failure(`${safe(sku)} does not exist in any region that answered.`);
	if (globals.json) await writeJson(card);
	else await writeCard(card, region === undefined);
	if (card.failed.length === 0) return EXIT.done;
	warn(`These regions did not answer: ${card.failed.join(', ')}.`);
	return EXIT.partFailed;
};

async function writeCard(card: ProductCard, inAllRegions: boolean): Promise<void> {
	const { sku, title, subtitle, color, regions, lists } = card;
	await writeLine(onOut().bold(`${safe(title)}  ${safe(sku)}`));
	const details = [subtitle, color].filter((text) => text !== null);
	if (details.length > 0) await writeLine(safe(details.join(' · ')));
	if (lists && lists.length > 0) await writeLine(`Watched by ${lists.map(({ list }) => list).join(', ')}`);
	const [first] = regions;
	if (!inAllRegions && first) {
		for (const line of inRegionLines(first)) await writeLine(line);
		return;
	}
	const { columns, hasMarks } = columnsFor(regions);
	await writeTable(columns, regions);
	if (hasMarks) note('* differs from most regions');
}

/** The columns in the order of `CARD_TERMS`. What differs from most regions is marked with `*`. */
function columnsFor(regions: readonly ProductInRegion[]): {
	columns: Column<ProductInRegion>[];
	hasMarks: boolean;
} {
	const unusual = unusualTerms(regions);
	const marks = new Map(regions.map(({ region }, index) => [region, new Set(unusual[index])]));
	const mark = ({ region }: ProductInRegion, term: Comparable) => (marks.get(region)?.has(term) ? '*' : '');
	const paint = (term: Comparable) => (row: ProductInRegion) => mark(row, term) !== '' && ('yellow' as const);
	const columns: Column<ProductInRegion>[] = [
		{ title: 'REGION', of: ({ region }) => region },
		{
			title: CARD_TERMS.status.toUpperCase(),
			of: (row) => statusText(row) + mark(row, 'status'),
			paint: paint('status'),
			shrinks: true,
		},
		{
			title: CARD_TERMS.price.toUpperCase(),
			of: (row) => priceText(row) + mark(row, 'price'),
			paint: paint('price'),
			right: true,
		},
		{
			title: CARD_TERMS.launch.toUpperCase(),
			of: (row) => zonedTime(row.launchAt) + mark(row, 'launch'),
			paint: paint('launch'),
			drops: 2,
		},
		{ title: CARD_TERMS.sizes.toUpperCase(), of: ({ sizes }) => sizeCounts(sizes) || '–', shrinks: true },
		{ title: CARD_TERMS.checked.toUpperCase(), of: checkedText, drops: 1 },
	];
	return { columns, hasMarks: [...marks.values()].some(({ size }) => size > 0) };
}

function priceText({ price, priceAt }: ProductInRegion): string {
	if (price === null) return '–';
	const { now, discount } = priceTexts(price);
	if (priceAt !== null) return `${now}, read ${zonedTime(priceAt)}`;
	return discount === null ? now : `${now} −${discount}%`;
}

function checkedText({ checkedAt, watched, blocked }: ProductInRegion): string {
	if (blocked !== null) return `blocked, ${zonedTime(checkedAt)}`;
	return watched ? zonedTime(checkedAt) : 'just now';
}
