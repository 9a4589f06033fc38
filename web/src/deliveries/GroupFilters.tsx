import { DELIVERY_STATUSES, type DeliveryGroup, KINDS, LIMITS, PRODUCT_BRANDS, REGIONS } from '@dropwire/contract';
import { NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { useCall } from '../api/useCall.ts';
import { brandName } from '../events/useEventFilter.ts';
import { type GroupFilter, MESSAGE_KINDS } from './useGroupFilter.ts';

/** The pause in typing before the list is filtered, ms. */
const DEBOUNCE_MS = 300;
const OTHER_KINDS = { ANNOUNCEMENT: 'Announcement', TEST: 'Test', NOTICE: 'Shop notice' } as const;

interface Props {
	filter: GroupFilter;
	change(part: keyof GroupFilter, value: string): void;
}

/** What a message is: a kind of event, or one of the others. */
export function kindName(kind: DeliveryGroup['kind']): string {
	return kind in OTHER_KINDS ? OTHER_KINDS[kind as keyof typeof OTHER_KINDS] : KINDS[kind as keyof typeof KINDS].name;
}

/** The facets above deliveries by message. */
export function GroupFilters({ filter, change }: Props) {
	const guilds = useCall('guildList', {});
	const choice = (
		label: string,
		part: 'guildId' | 'brand' | 'region' | 'kind' | 'status',
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
		<div className="group-filters" role="search">
			<Typed label="Label or webhook" part="webhook" most={LIMITS.label} filter={filter} change={change} />
			<Typed label="SKU" part="sku" most={LIMITS.sku} filter={filter} change={change} />
			{choice(
				'Server',
				'guildId',
				'All servers',
				(guilds.data?.data.data ?? []).map(({ guildId, guildName }) => ({ value: guildId, label: guildName })),
			)}
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
				MESSAGE_KINDS.map((value) => ({ value, label: kindName(value) })),
			)}
			{choice('Outcome', 'status', 'All outcomes', DELIVERY_STATUSES)}
			<Moment label="From" part="since" filter={filter} change={change} />
			<Moment label="To" part="until" filter={filter} change={change} />
		</div>
	);
}

function Typed({
	label,
	part,
	most,
	filter,
	change,
}: Props & { label: string; part: 'webhook' | 'sku'; most: number }) {
	const [typed, setTyped] = useState(filter[part] ?? '');
	const search = useDebouncedCallback((text: string) => change(part, text.trim()), DEBOUNCE_MS);
	return (
		<TextInput
			aria-label={label}
			placeholder={part === 'webhook' ? 'Label or last digits of a webhook' : label}
			maxLength={most}
			value={typed}
			onChange={(event) => {
				setTyped(event.currentTarget.value);
				search(event.currentTarget.value);
			}}
		/>
	);
}

/** A moment in the browser's time zone. */
function Moment({ label, part, filter, change }: Props & { label: string; part: 'since' | 'until' }) {
	const at = filter[part];
	return (
		<TextInput
			aria-label={label}
			type="datetime-local"
			value={at === undefined ? '' : localTime(at)}
			onChange={(event) => {
				const time = new Date(event.currentTarget.value).getTime();
				change(part, Number.isNaN(time) ? '' : String(time));
			}}
		/>
	);
}

/** As an input of the browser takes it: `2026-11-22T19:30`. */
function localTime(at: number): string {
	return new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
