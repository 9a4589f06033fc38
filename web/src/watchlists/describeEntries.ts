import {
	brandOfLink,
	entryName,
	entryProblem,
	entryRule,
	hostProblem,
	isLinkOn,
	LINK_LIST,
	LIST_BRANDS,
	listOfLink,
	listRegions,
	SKU_LISTS,
	skuInLink,
	splitEntries,
} from '@dropwire/contract';
import { ALL_TARGETS, type Target } from './targets.ts';

/** What a typed text is, and the lists that it belongs to. */
export interface Described {
	/** As it was typed. */
	entry: string;
	/** The lists that it can be added to; none if it cannot. */
	lists: readonly string[];
	/** The lists that it can be removed from. */
	from: readonly string[];
	/** As it is added: a SKU or a link. */
	sku: string;
	/** On lists whose entries are a SKU and a link. */
	productLink: string;
	/** `Nike SKU, for Monitor #1`, `link at asics.com`, `no known pattern`. */
	text: string;
	/** The link to test, or null. */
	link: string | null;
}

/**
 * Describes typed SKUs and links.
 * @param target where to add them; null to detect the lists of each
 * @param preferred the targets of the screen, which detection prefers
 */
export function describeEntries(text: string, target: Target | null, preferred: readonly Target[]): Described[] {
	const typed = [...new Set(splitEntries(text))];
	const described: Described[] = [];
	for (let at = 0; at < typed.length; at++) {
		const entry = typed[at] as string;
		const where = target ?? detect(entry, preferred);
		const list = where?.lists[0];
		if (where === null || list === undefined) described.push(unknown(entry, problemAnywhere(entry)));
		else if (SKU_LISTS[list] === 'sku and link') {
			const [pair, taken] = pairAt(list, typed, at);
			described.push(named(pair, where, target === null));
			at += taken - 1;
		} else described.push(named(describeOn(list, entry), where, target === null));
	}
	return described;
}

/**
 * The rows of a bulk call that add entries to their lists or remove them.
 * @param regions for added entries on lists with several regions; none keeps those of existing entries
 */
export function bulkRows(work: 'Add' | 'Remove', described: readonly Described[], regions: readonly string[]) {
	return described.flatMap(({ lists, from, sku, productLink }) =>
		work === 'Remove'
			? from.map((type) => ({ action: 'UNSET', type, sku }))
			: lists.map((type) => ({
					action: 'SET',
					type,
					sku,
					productLink,
					regions: listRegions(type).length > 1 ? regions.join() : '',
				})),
	);
}

/** Describes one SKU or link for a list. */
export function describeOn(list: string, typed: string): Described {
	// A link of a shop whose products are watched by SKU.
	const entry = isLink(typed) && !SKU_LISTS[list]?.includes('link') ? (skuInLink(typed) ?? typed) : typed;
	const problem = entryProblem(list, entry);
	const asLink = isLinkOn(list, entry);
	if (problem !== null)
		return unknown(typed, asLink && URL.canParse(entry) ? problem : `no known pattern: ${entryRule(list)}`);
	const text = `${entryName(list, entry)}${entry === typed ? '' : ` ${entry}`}`;
	return { entry: typed, lists: [list], from: [list], sku: entry, productLink: '', text, link: asLink ? entry : null };
}

/** A SKU and its link, which are typed one after the other, or a link that names its SKU. */
function pairAt(list: string, typed: readonly string[], at: number): [pair: Described, taken: number] {
	const [entry, next] = [typed[at] as string, typed[at + 1]];
	const isSku = (text: string) => !isLink(text) && entryProblem(list, text) === null;
	const isLinkThere = (text: string) => isLink(text) && hostProblem(list, text) === null;
	const pair = (sku: string, link: string, taken: number): [Described, number] => [
		{
			entry: taken === 1 ? entry : `${entry} ${next}`,
			lists: [list],
			from: [list],
			sku,
			productLink: link,
			text: entryName(list, sku),
			link,
		},
		taken,
	];
	if (isLink(entry)) {
		const foreign = hostProblem(list, entry);
		if (foreign !== null) return [unknown(entry, foreign), 1];
		const sku = skuInLink(entry);
		if (next !== undefined && isSku(next) && (sku ?? next.toUpperCase()) === next.toUpperCase())
			return pair(next, entry, 2);
		return sku === null ? [unknown(entry, 'names no SKU: type the SKU before the link'), 1] : pair(sku, entry, 1);
	}
	if (!isSku(entry)) return [describeOn(list, entry), 1];
	if (next !== undefined && isLinkThere(next)) return pair(entry, next, 2);
	return [unknown(entry, 'needs its product link: type the link after the SKU'), 1];
}

/** The lists that a text belongs to: the first of the screen's, else the first of all. */
function detect(entry: string, preferred: readonly Target[]): Target | null {
	const all = [...preferred, ...ALL_TARGETS];
	if (!isLink(entry)) return all.find(({ lists: [list] }) => !isLinkOn(list, entry) && fits(list, entry)) ?? null;
	const sku = skuInLink(entry);
	const list = listOfLink(entry);
	if (list !== null) return fits(list, entry) || SKU_LISTS[list] === 'sku and link' ? targetOf(list) : null;
	const brand = brandOfLink(entry);
	if (sku === null || brand === null) return null;
	// A SKU in a link is one of the link's brand, whatever else it could be.
	return all.find(({ lists: [one] }) => LIST_BRANDS[one]?.includes(brand) && fits(one, sku)) ?? null;
}

function fits(list: string, entry: string): boolean {
	return entryProblem(list, entry) === null;
}

function targetOf(list: string): Target | null {
	return ALL_TARGETS.find(({ lists }) => lists.length === 1 && lists[0] === list) ?? null;
}

/** Why a text belongs to no list. */
function problemAnywhere(entry: string): string {
	if (!isLink(entry)) return 'no known pattern: neither a link nor a SKU of a brand';
	const list = listOfLink(entry);
	return (list === null ? hostProblem(LINK_LIST, entry) : entryProblem(list, entry)) ?? 'no link to a product';
}

function isLink(text: string): boolean {
	return /^https?:/i.test(text);
}

function unknown(entry: string, text: string): Described {
	return { entry, lists: [], from: [], sku: entry, productLink: '', text, link: null };
}

/** With all lists of the target, and its name if it was detected. Whatever is on a list can be removed from it. */
function named(one: Described, { name, lists }: Target, detected: boolean): Described {
	if (one.lists.length === 0) return { ...one, from: lists };
	return { ...one, lists, from: lists, text: detected ? `${one.text}, for ${name}` : one.text };
}
