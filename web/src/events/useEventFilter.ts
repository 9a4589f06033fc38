import {
	type Brand,
	BRANDS,
	EVENT_KINDS,
	type EventKind,
	PRODUCT_BRANDS,
	type Region,
	REGIONS,
} from '@dropwire/contract';
import { useSearchParams } from 'react-router-dom';

/** The filters of the list of events, as the call takes them. */
export interface EventFilter {
	sku?: string;
	brand?: Brand;
	region?: Region;
	kind?: EventKind;
	reached?: 'nobody';
}

/** A filter in the address that no event can match is ignored. */
function oneOf<T extends string>(values: readonly T[], text: string | null): T | undefined {
	return values.find((value) => value === text);
}

/** The filter in the address, and a function that changes one part of it; an empty text removes the part. */
export function useEventFilter(): [EventFilter, (part: keyof EventFilter, value: string) => void] {
	const [query, setQuery] = useSearchParams();
	const sku = query.get('sku') ?? undefined;
	const brand = oneOf(PRODUCT_BRANDS, query.get('brand'));
	const region = oneOf(REGIONS, query.get('region'));
	const kind = oneOf(EVENT_KINDS, query.get('kind'));
	const reached = oneOf(['nobody'] as const, query.get('reached'));
	const filter = {
		...(sku && { sku }),
		...(brand && { brand }),
		...(region && { region }),
		...(kind && { kind }),
		...(reached && { reached }),
	};
	return [filter, change];

	function change(part: keyof EventFilter, value: string): void {
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

/** The name of a brand. */
export function brandName(brand: string): string {
	return Object.hasOwn(BRANDS, brand) ? BRANDS[brand as Brand].name : brand;
}
