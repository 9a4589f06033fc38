import type { ProductSnapshot, SizeStock } from '@dropwire/retailers';
import {
	CARD_TERMS,
	compareSizes,
	escapeLabel,
	escapeMarkdown,
	SIZE_GROUPS,
	sizeCounts,
	sizeGroups,
	STATE_NAMES,
	stockText,
} from '@dropwire/domain';
import { type EmbedField, joinWhole, linkAddress, MESSAGE_LIMITS } from '../../message/body.ts';
import { availableSizes, isOnSale, isOver, sizesBack } from '../../product/compare.ts';
import type { EditableMessage } from '../edits.ts';

/** Space for the sizes: three columns, each as long as a field can be. */
const COLUMNS = 3;
/** The name of a field that continues the one before. */
const CONTINUED = '\u200B';

/** A size's text: its label, the link that can stand for it, and what follows. */
interface SizeText {
	label: string;
	link: string | undefined;
	rest: string;
}

/** Characters that links can still add to the message. */
interface Spare {
	left: number;
}

/**
 * The sizes in groups, each from the smallest: in stock, one line each with its stock as a bar or a count, what that was if
 * it changed, and an arrow if it is back; those that can be pre-ordered or had in another way; unknown; and sold out, of
 * which those that were available come first and are struck through, also if the shop no longer lists them. Of a product
 * that is sold out every size is, whatever stock the shop lists; of one in another state, the stock is in that state. None
 * of a product that was taken off sale for good. Sizes that can be ordered link to the shop's cart, as long as the links fit
 * into the fields and the message.
 * @param edited the message that is edited: sizes that came back or went since count too
 * @param spare the number of characters that links can add to the message
 */
export function sizeFields(
	before: ProductSnapshot | null,
	after: ProductSnapshot,
	edited: Pick<EditableMessage, 'after' | 'seen'> | null,
	spare: number,
): EmbedField[] {
	const sizes = sizesInState(after);
	if (sizes.length === 0 || isOver(after)) return [];
	const { inStock, other, unknown, soldOut } = sizeGroups(sizes);
	const states = [before, edited?.after].filter((state) => state != null);
	const back = new Set(states.flatMap((state) => sizesBack(state, after)).map(({ size }) => size));
	const had = new Set(edited?.seen);
	const wasAvailable = new Set(availableSizes(before));
	for (const size of wasAvailable) had.add(size);
	const old = new Map(before?.sizes.filter(({ size }) => wasAvailable.has(size)).map((size) => [size.size, size]));

	const name = `${CARD_TERMS.sizes} (${sizeCounts(sizes)})`;
	const budget: Spare = { left: spare };
	const fields: EmbedField[] = columnsOf(inStock).map((column, index) => ({
		name: index === 0 ? name : CONTINUED,
		value: joined(
			column.map((size) => ({ ...labelled(size), rest: stockRest(size, back.has(size.size), old.get(size.size)) })),
			'\n',
			budget,
		),
		inline: true,
	}));
	const add = (title: string, value: string) => {
		if (value) fields.push({ name: fields.length === 0 ? `${name} · ${title}` : title, value, inline: false });
	};
	for (const { state, sizes } of other) add(STATE_NAMES[state], joined(sizes.map(ordered), ', ', budget));
	add(SIZE_GROUPS.unknown, joined(unknown.map(labelled), ', ', budget));
	const listed = new Set(sizes.map(({ size }) => size));
	const [lost, never] = [soldOut.filter(({ size }) => had.has(size)), soldOut.filter(({ size }) => !had.has(size))];
	const removed = [...had].filter((size) => !listed.has(size)).sort(compareSizes);
	const names = [
		...[...lost.map(({ size }) => size), ...removed].map((size) => `~~${escapeMarkdown(size)}~~`),
		...never.map((size) => labelled(size).label),
	];
	add(SIZE_GROUPS.soldOut, joinWhole(names, ', ', MESSAGE_LIMITS.fieldValue));
	return fields;
}

/**
 * The sizes as they can be had: those that the shop lists as available for a product that is not are in its state, and only
 * those of a product on sale have links.
 */
function sizesInState(product: ProductSnapshot): SizeStock[] {
	const { sizes, available, state } = product;
	const listed = isOnSale(product) ? sizes : sizes.map(withoutLink);
	if (available !== false) return listed;
	return listed.map((size) => (size.available ? { ...size, available: false, ...(state && { state }) } : size));
}

function withoutLink({ url: _url, ...size }: SizeStock): SizeStock {
	return size;
}

function columnsOf(sizes: readonly SizeStock[]): SizeStock[][] {
	const perColumn = Math.max(1, Math.ceil(sizes.length / COLUMNS));
	return Array.from({ length: COLUMNS }, (_, column) =>
		sizes.slice(column * perColumn, (column + 1) * perColumn),
	).filter((column) => column.length > 0);
}

function labelled({ size, url }: SizeStock): SizeText {
	const [label, name, address] = [escapeMarkdown(size), escapeLabel(size), linkAddress(url)];
	return { label, link: address !== undefined && name ? `[${name}](${address})` : undefined, rest: '' };
}

/** A size that can be had in another way, with the stock that the shop has for it, if it states any. */
function ordered(size: SizeStock): SizeText {
	return { ...labelled(size), rest: size.level === 'OOS' || size.count === 0 ? '' : stockRest(size) };
}

/** ` · 15+ ⬆`, ` ▰▱▱ (was ▰▰▰)`: the count in preference to the level, and what it was if it changed. */
function stockRest(size: SizeStock, isBack = false, old?: SizeStock): string {
	const [now, was] = [stockText(size), old === undefined ? '' : stockText(old)];
	const changed = now && was && now !== was ? `(was ${was.replace(/^· /, '')})` : '';
	return [now, changed, isBack ? '⬆' : ''].map((part) => (part ? ` ${part}` : '')).join('');
}

/** The value of a field. A text that needs to be cut has no links, because a link cannot be cut. */
function joined(texts: readonly SizeText[], separator: '\n' | ', ', budget: Spare): string {
	const plain = texts.map(({ label, rest }) => `${label}${rest}`.trim());
	const length = plain.join(separator).length;
	if (length > MESSAGE_LIMITS.fieldValue) return joinWhole(plain, separator, MESSAGE_LIMITS.fieldValue);
	let space = MESSAGE_LIMITS.fieldValue - length;
	const parts = texts.map(({ label, link, rest }, index) => {
		const added = link === undefined ? Number.POSITIVE_INFINITY : link.length - label.length;
		if (added > Math.min(space, budget.left)) return plain[index];
		space -= added;
		budget.left -= added;
		return `${link}${rest}`;
	});
	return parts.join(separator);
}
