import type { CatalogueEntry } from '@dropwire/db';
import { clipText, isPlausibleTime, LIMITS, MARKET_ZONES, type Region, REGIONS, tidy } from '@dropwire/domain';
import type { FoundProduct, ProductEntry, ProductSnapshot } from '@dropwire/retailers';

/** What is known of a product itself, wherever it is sold. Null and absent are unknown. */
export type Facts = { [Fact in (typeof FACTS)[number]]?: CatalogueEntry[Fact] | undefined };

export const FACTS = ['title', 'subtitle', 'color', 'category', 'image', 'url', 'releasedOn'] as const;

/** The lengths of the columns; a longer text is cut, a longer address is unknown. */
const LENGTHS = { title: 256, subtitle: 256, color: 256, category: 32 } as const;

/** The facts in a reading of a shop. */
export function factsOfSnapshot(snapshot: ProductSnapshot): Facts {
	const { title, subtitle, color, category, image, url, launchAt, launchIsPlaceholder, region } = snapshot;
	const isDate = launchAt !== null && launchIsPlaceholder !== true && isPlausibleTime(launchAt);
	return fitting({
		title,
		subtitle,
		color,
		category,
		image,
		url,
		releasedOn: isDate ? dateAt(launchAt, region) : null,
	});
}

/** The facts in an answer of a product query. */
export function factsOfEntry(entry: ProductEntry, region: Region): Facts {
	const { title, subtitle, colorDescription: color, commerceStartDate, images } = entry;
	const startsAt = Date.parse(commerceStartDate);
	const releasedOn = isPlausibleTime(startsAt) ? dateAt(startsAt, region) : null;
	return fitting({ title, subtitle, color, image: images[0] ?? null, releasedOn });
}

/** The facts in a shop's list. */
export function factsOfFound({ title, image, link }: Pick<FoundProduct, 'title' | 'image' | 'link'>): Facts {
	return fitting({ title, image, url: link });
}

/** A release date as it is stored, from `YYYY-MM-DD`. */
export function storedDate(text: string): number {
	return Number(text.replaceAll('-', ''));
}

/** A stored release date as `YYYY-MM-DD`. */
export function dateText(stored: number | null): string | null {
	return stored === null
		? null
		: String(stored)
				.padStart(8, '0')
				.replace(/(....)(..)(..)/, '$1-$2-$3');
}

/** The columns of an entry that change. */
type Changes = Partial<Pick<CatalogueEntry, (typeof FACTS)[number] | 'stated' | 'statedIn'>>;

/** What a product's entry says about itself. */
type Known = Pick<CatalogueEntry, 'stated' | 'statedIn'> & Facts;

/**
 * Completes an entry with what a shop states: it replaces what an import stated, and what a shop of a later region stated
 * (the first region that states a title names the product, or it would change with every region's checks). Pure.
 * @param isSecondary a refurbished offer, which only fills what no shop has stated
 */
export function withStated(
	known: Known,
	facts: Facts,
	{ region, isSecondary }: { region: Region; isSecondary: boolean },
): Changes {
	const stated = new Set(known.stated.split(',').filter(Boolean));
	const isFirst = known.statedIn === null || rank(region) <= rank(known.statedIn);
	const replaces = !isSecondary && isFirst;
	const changes: Changes = {};
	for (const field of FACTS) {
		const value = facts[field];
		if (value === null || value === undefined || value === '' || (stated.has(field) && !replaces)) continue;
		stated.add(field);
		if (known[field] !== value) Object.assign(changes, { [field]: value });
	}
	const names = FACTS.filter((field) => stated.has(field)).join(',');
	if (names !== known.stated) changes.stated = names;
	if (names !== '' && (known.statedIn === null || replaces) && known.statedIn !== region) changes.statedIn = region;
	return changes;
}

/** Completes an entry with what an import states: it replaces nothing that a shop stated. Pure. */
export function withImported(known: Known, given: Facts): Changes {
	const facts = fitting(given);
	const stated = new Set(known.stated.split(','));
	const changes: Changes = {};
	for (const field of FACTS) {
		const value = facts[field];
		if (value === null || value === undefined || value === '' || stated.has(field)) continue;
		if (known[field] !== value) Object.assign(changes, { [field]: value });
	}
	return changes;
}

/** Facts in one line each, that fit into their columns. */
function fitting(facts: Facts): Facts {
	const fitted = { ...facts };
	for (const [field, length] of Object.entries(LENGTHS) as [keyof typeof LENGTHS, number][]) {
		// Half a character is stored as another one, and would differ at every check.
		const text = clipText(tidy(facts[field] ?? ''), length);
		if (text) fitted[field] = text;
	}
	for (const field of ['image', 'url'] as const) if ((facts[field]?.length ?? 0) > LIMITS.url) fitted[field] = null;
	return fitted;
}

function rank(region: Region): number {
	return REGIONS.indexOf(region);
}

/** The date of a moment in the region's market. */
function dateAt(at: number, region: Region): number {
	// Sweden writes dates as YYYY-MM-DD.
	return storedDate(new Intl.DateTimeFormat('sv-SE', { timeZone: MARKET_ZONES[region] }).format(at));
}
