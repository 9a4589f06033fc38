import { EVENT_KINDS, KINDS, LIMITS, PRODUCT_BRANDS, REGIONS } from '@dropwire/contract';
import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { brandName, type EventFilter } from './useEventFilter.ts';

/** The pause in typing before the list is filtered, ms. */
const DEBOUNCE_MS = 300;

interface Props {
	filter: EventFilter;
	change(part: keyof EventFilter, value: string): void;
}

/** The filters above the list of events. */
export function EventFilters({ filter, change }: Props) {
	const [typed, setTyped] = useState(filter.sku ?? '');
	const search = useDebouncedCallback((text: string) => change('sku', text.trim()), DEBOUNCE_MS);
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
			<TextInput
				aria-label="SKU"
				placeholder="SKU"
				className="mono"
				maxLength={LIMITS.sku}
				value={typed}
				onChange={(event) => {
					setTyped(event.currentTarget.value);
					search(event.currentTarget.value);
				}}
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
