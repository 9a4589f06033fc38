import type { EventRow } from '@dropwire/db';

/** An event as the calls and the live stream show it. */
export function presentEvent({ id, kind, source, sku, region, before, after, at }: EventRow) {
	return {
		id: String(id),
		kind,
		source,
		sku,
		region,
		before: before === null ? null : (JSON.parse(before) as unknown),
		after: after === null ? null : (JSON.parse(after) as unknown),
		at,
	};
}
