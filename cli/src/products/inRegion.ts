import {
	CARD_TERMS,
	EVIDENCE_NAMES,
	launchMethodText,
	priceTexts,
	type ProductInRegion,
	REGION_NAMES,
	SIZE_GROUPS,
	sizeCounts,
	sizeGroups,
	statusText,
	stockText,
} from '@dropwire/contract';
import { onOut } from '../terminal/colours.ts';
import { safe } from '../terminal/output.ts';
import { zonedTime } from '../terminal/time.ts';

/** The product in one region in full: one line per term in the order of `CARD_TERMS`, and one per size in stock. */
export function inRegionLines(product: ProductInRegion): string[] {
	const { region, sizes, evidence, url, checkedAt, watched, blocked } = product;
	const { inStock, unknown, soldOut } = sizeGroups(sizes);
	const { dim, red } = onOut();
	const names = (group: readonly { size: string }[]) => group.map(({ size }) => size).join(', ');
	const precision = evidence ? `, ${EVIDENCE_NAMES[evidence]}` : '';
	const checked = watched ? zonedTime(checkedAt) : 'just now, not watched';
	const rows: readonly (readonly [string, string])[] = [
		['Region', `${region} · ${REGION_NAMES[region]}`],
		[CARD_TERMS.status, statusText(product)],
		[CARD_TERMS.price, priceText(product)],
		[CARD_TERMS.launch, launchText(product)],
		[CARD_TERMS.sizes, sizes.length > 0 ? `${sizeCounts(sizes)}${precision}` : ''],
		...inStock.map((size) => ['', `${size.size} ${stockText(size)}`.trim()] as const),
		[SIZE_GROUPS.unknown, names(unknown)],
		[SIZE_GROUPS.soldOut, names(soldOut)],
		[CARD_TERMS.link, url ?? ''],
		[CARD_TERMS.checked, checked],
	];
	const shown = rows.filter(([, text]) => text !== '');
	const width = Math.max(...shown.map(([term]) => term.length));
	const lines = shown.map(([term, text]) => `${dim(term.padEnd(width))}  ${safe(text)}`);
	return blocked === null ? lines : [...lines, red(`The retailer blocks checks: ${safe(blocked)}`)];
}

function priceText({ price }: ProductInRegion): string {
	if (price === null) return '';
	const { now, was, discount } = priceTexts(price);
	return was === null ? now : `${now} (was ${was}, −${discount}%)`;
}

function launchText({ launchAt, launchMethod, entriesUntil }: ProductInRegion): string {
	if (launchAt === null) return '';
	const method = launchMethodText(launchMethod, entriesUntil === null ? null : zonedTime(entriesUntil));
	return [zonedTime(launchAt), method].filter(Boolean).join(' · ');
}
