import { EVENT_KINDS, KINDS, LIMITS, PRODUCT_BRANDS, REGIONS } from '@dropwire/contract';
import { Checkbox, NativeSelect } from '@mantine/core';
import { FilterText } from '../ui/FilterText.tsx';
import { brandName, type EventFilter } from './useEventFilter.ts';

interface Props {
	filter: EventFilter;
	change(part: keyof EventFilter, value: string): void;
}

/** The filters above the list of events. */
export function EventFilters({ filter, change }: Props) {
	const choice = (
		label: string,
		part: 'brand' | 'region' | 'kind',
		all: string,
		options: readonly (string | { value: string; label: string })[],
	) => (
		<NativeSelect
			aria-label={label}
			value={filter[part] ?? ''}
			data={[{ value: '', label: all }, ...options]}
			onChange={(event) => change(part, event.currentTarget.value)}
		/>
	);
	return (
		<div className="event-filters" role="search">
			<FilterText
				label="SKU"
				className="mono"
				maxLength={LIMITS.sku}
				value={filter.sku ?? ''}
				change={(text) => change('sku', text)}
			/>
			{choice(
				'Brand',
				'brand',
				'All brands',
				PRODUCT_BRANDS.map((value) => ({ value, label: brandName(value) })),
			)}
			{choice('Region', 'region', 'All regions', REGIONS)}
			{choice(
				'Kind',
				'kind',
				'All kinds',
				EVENT_KINDS.map((value) => ({ value, label: KINDS[value].name })),
			)}
			<Checkbox
				label="Reached nobody"
				checked={filter.reached !== undefined}
				onChange={(event) => change('reached', event.currentTarget.checked ? 'nobody' : '')}
			/>
		</div>
	);
}
