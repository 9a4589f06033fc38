import type { Knex } from '@dropwire/db';
import type { Brand, Offer, Region } from '@dropwire/domain';
import { dayOf, type Span, unpackSpans } from './spans.ts';

/** A span, of one offer. */
export interface OfferSpan extends Span {
	offer: Offer;
}

/** What checks of a product found in a time, and when its region was not polled; the spans can begin before and end after. */
export async function readSpans(
	knex: Knex,
	{ source, skus, region }: { source: Brand; skus: readonly string[]; region: Region },
	from: number,
	to: number,
): Promise<OfferSpan[]> {
	const days = Array.from({ length: dayOf(to) - dayOf(from) + 1 }, (_, index) => dayOf(from) + index);
	const rows = await knex('check_spans')
		.whereIn('day', days)
		.where({ source, region })
		.whereIn('sku', ['', ...skus])
		.select('day', 'offer', 'spans');
	return rows
		.flatMap(({ day, offer, spans }) => unpackSpans(spans, day).map((span) => ({ ...span, offer })))
		.filter((span) => span.from <= to && span.to >= from)
		.sort((a, b) => a.from - b.from);
}
