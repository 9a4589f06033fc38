import {
	CARD_TERMS,
	EVIDENCE_NAMES,
	launchMethodText,
	namedGroups,
	priceTexts,
	type ProductInRegion,
	REGION_NAMES,
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
	const groups = sizeGroups(sizes);
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
		...groups.inStock.map((size) => ['', `${size.size} ${stockText(size)}`.trim()] as const),
		...namedGroups(groups).map((group) => [group.name, names(group.sizes)] as const),
		[CARD_TERMS.link, url ?? ''],
		[CARD_TERMS.checked, checked],
	];
	const shown = rows.filter(([, text]) => text !== '');
	const width = Math.max(...shown.map(([term]) => term.length));
	const lines = shown.map(([term, text]) => `${dim(term.padEnd(width))}  ${safe(text)}`);
	return blocked === null ? lines : [...lines, red(`The retailer blocks checks: ${safe(blocked)}`)];
}

function priceText({ price, priceAt }: ProductInRegion): string {
	if (price === null) return '';
	const { now, was, discount } = priceTexts(price);
	if (priceAt !== null) return `${now}, read ${zonedTime(priceAt)}`;
	return was === null ? now : `${now} (was ${was}, −${discount}%)`;
}

function launchText({ launchAt, launchMethod, entriesUntil }: ProductInRegion): string {
	if (launchAt === null) return '';
	const method = launchMethodText(launchMethod, entriesUntil === null ? null : zonedTime(entriesUntil));
	return [zonedTime(launchAt), method].filter(Boolean).join(' · ');
}
