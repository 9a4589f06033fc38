import { type Knex, Product } from '@dropwire/db';
import { type Brand, type Offer, offerOf, type Region } from '@dropwire/domain';
import type { Answer } from '@dropwire/retailers';

/** What an external monitor reported about a SKU. */
export interface Report {
	source: Brand;
	sku: string;
	region: Region;
	/** The offer that the monitor named; null if it named none. */
	offer: Offer | null;
	answer: Answer;
	/** The monitor's name; empty if it has none. */
	monitor: string;
}

/**
 * The offer that a report is about. A snapshot's category decides it. A report without a snapshot (gone or blocked) is
 * about the offer that it names, else the one that this monitor reported last, else the new one: a monitor that watches
 * only refurbished products must not end a new one that our source watches.
 */
export async function reportedOffer(
	knex: Knex,
	{ source, sku, region, offer, answer, monitor: reportedBy }: Report,
): Promise<Offer> {
	if (answer.kind === 'read') return offerOf(answer.snapshot.category);
	if (offer) return offer;
	const last = await Product.query(knex)
		.where({ source, sku, region, reportedBy })
		.orderBy('checkedAt', 'desc')
		.select('offer')
		.first();
	return last?.offer ?? 'NEW';
}
