import {
	priceTexts,
	type ProductCard,
	type ProductInRegion,
	sizeGroups,
	STATE_NAMES,
	statusText,
} from '@dropwire/contract';
import { neutralCell } from '@dropwire/contract/rows';
import { stringify } from 'csv-stringify/browser/esm/sync';

const COLUMNS = [
	'sku',
	'title',
	'color',
	'region',
	'status',
	'price',
	'full_price',
	'discount_percent',
	'launch',
	'sizes_in_stock',
	'sizes_other',
	'sizes_unknown',
	'sizes_sold_out',
	'stock_evidence',
	'link',
	'checked',
	'watched',
] as const;

/** The cards as a CSV file for a spreadsheet: one row per product and region, times in UTC (ISO 8601). */
export function cardsAsCsv(cards: readonly ProductCard[]): string {
	const rows = cards.flatMap((card) => card.regions.map((region) => rowOf(card, region)));
	return stringify([[...COLUMNS], ...rows.map((row) => COLUMNS.map((column) => neutralCell(row[column])))]);
}

function rowOf(
	{ sku, title, color }: ProductCard,
	product: ProductInRegion,
): Readonly<Record<(typeof COLUMNS)[number], string>> {
	const { region, price, priceAt, launchAt, sizes, evidence, url, checkedAt, watched } = product;
	const texts = price && priceTexts(price);
	const { inStock, other, unknown, soldOut } = sizeGroups(sizes);
	const names = (group: readonly { size: string }[]) => group.map(({ size }) => size).join('; ');
	return {
		sku,
		title,
		color: color ?? '',
		region,
		status: statusText(product),
		price: priceAt === null ? (texts?.now ?? '') : `${texts?.now} (read ${new Date(priceAt).toISOString()})`,
		full_price: texts?.was ?? texts?.now ?? '',
		discount_percent: texts?.discount?.toString() ?? '',
		launch: launchAt === null ? '' : new Date(launchAt).toISOString(),
		sizes_in_stock: inStock.map((size) => [size.size, stockWord(size)].filter(Boolean).join(' ')).join('; '),
		sizes_other: other
			.flatMap((group) => group.sizes.map(({ size }) => `${size} ${STATE_NAMES[group.state]}`))
			.join('; '),
		sizes_unknown: names(unknown),
		sizes_sold_out: names(soldOut),
		stock_evidence: evidence ?? '',
		link: url ?? '',
		checked: new Date(checkedAt).toISOString(),
		watched: watched ? 'yes' : 'no',
	};
}

/** `15+`, or `HIGH`: a spreadsheet can filter words, not bars. */
function stockWord({ count, countIsMinimum, level }: ProductInRegion['sizes'][number]): string {
	return count === null ? (level ?? '') : `${count}${countIsMinimum ? '+' : ''}`;
}
