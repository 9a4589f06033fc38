import {
	DELIVERY_STATUSES,
	type Delivery,
	type DeliveryGroup,
	EVENT_KINDS,
	PRODUCT_BRANDS,
	REGIONS,
} from '@dropwire/contract';
import { useSearchParams } from 'react-router-dom';

/** The facets of deliveries by message, as the calls take them. */
export interface GroupFilter {
	webhook?: string;
	guildId?: string;
	sku?: string;
	brand?: (typeof PRODUCT_BRANDS)[number];
	region?: (typeof REGIONS)[number];
	kind?: DeliveryGroup['kind'];
	status?: Delivery['status'];
	/** Epoch ms. */
	since?: number;
	until?: number;
}

/** Every kind of message. */
export const MESSAGE_KINDS = [...EVENT_KINDS, 'ANNOUNCEMENT', 'TEST', 'NOTICE'] as const;

/** A facet in the address that nothing can match is ignored. */
function oneOf<T extends string>(values: readonly T[], text: string | null): T | undefined {
	return values.find((value) => value === text);
}

function timeOf(text: string | null): number | undefined {
	return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** The facets in the address, and a function that changes one of them; an empty text removes it. */
export function useGroupFilter(): [GroupFilter, (part: keyof GroupFilter, value: string) => void] {
	const [query, setQuery] = useSearchParams();
	const filter = {
		webhook: query.get('webhook') ?? undefined,
		guildId: /^\d{17,20}$/.exec(query.get('guildId') ?? '')?.[0],
		sku: query.get('sku') ?? undefined,
		brand: oneOf(PRODUCT_BRANDS, query.get('brand')),
		region: oneOf(REGIONS, query.get('region')),
		kind: oneOf(MESSAGE_KINDS, query.get('kind')),
		status: oneOf(DELIVERY_STATUSES, query.get('status')),
		since: timeOf(query.get('since')),
		until: timeOf(query.get('until')),
	};
	const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)) as GroupFilter;
	return [given, change];

	function change(part: keyof GroupFilter, value: string): void {
		setQuery(
			(old) => {
				const next = new URLSearchParams(old);
				if (value) next.set(part, value);
				else next.delete(part);
				return next;
			},
			{ replace: true },
		);
	}
}
