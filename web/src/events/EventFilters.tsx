import { EVENT_KINDS, KINDS, LIMITS, PRODUCT_BRANDS, REGIONS } from '@dropwire/contract';
import { Checkbox } from '@mantine/core';
import { FilterChoice } from '../ui/FilterChoice.tsx';
import { FilterText } from '../ui/FilterText.tsx';
import { brandName } from '../ui/format.ts';
import { anyText, type ChangeFilter, type FilterOf, oneOf } from '../ui/useUrlFilter.ts';

/** The filters of the list of events, as the call takes them. */
export const EVENT_FILTERS = {
	sku: anyText,
	brand: oneOf(PRODUCT_BRANDS),
	region: oneOf(REGIONS),
	kind: oneOf(EVENT_KINDS),
	reached: oneOf(['nobody']),
};
export type EventFilter = FilterOf<typeof EVENT_FILTERS>;

/** The filters above the list of events. */
export function EventFilters({ filter, change }: { filter: EventFilter; change: ChangeFilter<typeof EVENT_FILTERS> }) {
	const of = (part: 'brand' | 'region' | 'kind') => ({
		value: filter[part],
		change: (value: string) => change(part, value),
	});
	return (
		<div className="event-filters" role="search">
			<FilterText
				label="SKU"
				className="mono"
				maxLength={LIMITS.sku}
				value={filter.sku ?? ''}
				change={(text) => change('sku', text)}
			/>
			<FilterChoice
				label="Brand"
				all="All brands"
				options={PRODUCT_BRANDS.map((value) => ({ value, label: brandName(value) }))}
				{...of('brand')}
			/>
			<FilterChoice label="Region" all="All regions" options={REGIONS} {...of('region')} />
			<FilterChoice
				label="Kind"
				all="All kinds"
				options={EVENT_KINDS.map((value) => ({ value, label: KINDS[value].name }))}
				{...of('kind')}
			/>
			<Checkbox
				label="Reached nobody"
				checked={filter.reached !== undefined}
				onChange={(event) => change('reached', event.currentTarget.checked ? 'nobody' : '')}
			/>
		</div>
	);
}
