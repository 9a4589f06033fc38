import {
	entryName,
	entryProblem,
	entryRule,
	HP_LIST,
	hostProblem,
	isLinkOn,
	LINK_LIST,
	listOfLink,
} from '@dropwire/contract';

/** What a typed text is on a list; null for the list that it belongs to. */
export interface Described {
	entry: string;
	/** The list that it can be added to; null if it cannot. */
	list: string | null;
	/** `Nike SKU`, `link at asics.com`, `no known pattern: …`. */
	text: string;
	isLink: boolean;
}

/** Describes a text for a list. */
export function describeOn(list: string, entry: string): Described {
	const isLink = isLinkOn(list, entry);
	const problem = entryProblem(list, entry);
	if (problem === null) return { entry, list, text: entryName(list, entry), isLink };
	const text = isLink && URL.canParse(entry) ? problem : `no known pattern: ${entryRule(list)}`;
	return { entry, list: null, text, isLink };
}

/** Describes a text for the list that it belongs to: a link for the list of its shop, a part number for HP. */
export function describeAnywhere(entry: string): Described {
	if (!/^https?:/i.test(entry)) {
		const part = describeOn(HP_LIST, entry);
		return part.list ? part : { ...part, text: 'no known pattern: neither a link nor a part number of HP' };
	}
	const list = listOfLink(entry);
	if (list !== null && isLinkOn(list, entry)) {
		const described = describeOn(list, entry);
		return { ...described, text: described.list ? `${described.text}, for ${list}` : described.text };
	}
	return { entry, list: null, text: hostProblem(LINK_LIST, entry) ?? 'no link', isLink: true };
}
