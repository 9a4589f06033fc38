import {
	type ApiError,
	DELIVERY_STATUSES,
	type DeliveryGroup,
	KINDS,
	LIMITS,
	PRODUCT_BRANDS,
	REGIONS,
} from '@dropwire/contract';
import { NativeSelect } from '@mantine/core';
import { reasonOf, useCall } from '../api/useCall.ts';
import { brandName } from '../events/useEventFilter.ts';
import { FilterText } from '../ui/FilterText.tsx';
import { FilterTime } from '../ui/FilterTime.tsx';
import { type GroupFilter, MESSAGE_KINDS } from './useGroupFilter.ts';

const OTHER_KINDS = { ANNOUNCEMENT: 'Announcement', TEST: 'Test', NOTICE: 'Shop notice' } as const;

interface Props {
	filter: GroupFilter;
	change(part: keyof GroupFilter, value: string): void;
	/** The server's error for these facets, if it is about one of them. */
	error: ApiError | undefined;
}

/** What a message is: a kind of event, or one of the others. */
export function kindName(kind: DeliveryGroup['kind']): string {
	return kind in OTHER_KINDS ? OTHER_KINDS[kind as keyof typeof OTHER_KINDS] : KINDS[kind as keyof typeof KINDS].name;
}

/** The facets above deliveries by message. */
export function GroupFilters({ filter, change, error }: Props) {
	const guilds = useCall('guildList', {});
	const errorOf = (part: 'webhook' | 'sku') => ({
		error: error?.fields[part] === undefined ? null : reasonOf(error, part),
		errorProps: { role: 'alert' },
	});
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
			<FilterText
				label="Label or webhook"
				placeholder="Label or last digits of a webhook"
				maxLength={LIMITS.label}
				value={filter.webhook ?? ''}
				{...errorOf('webhook')}
				change={(text) => change('webhook', text)}
			/>
			<FilterText
				label="SKU"
				maxLength={LIMITS.sku}
				value={filter.sku ?? ''}
				{...errorOf('sku')}
				change={(text) => change('sku', text)}
			/>
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
			<Moment label="From" part="since" {...{ filter, change }} />
			<Moment label="To" part="until" {...{ filter, change }} />
		</div>
	);
}

/** A moment in the browser's time zone. */
function Moment({ label, part, filter, change }: Omit<Props, 'error'> & { label: string; part: 'since' | 'until' }) {
	const at = filter[part];
	return (
		<FilterTime
			label={label}
			type="datetime-local"
			value={at === undefined ? '' : localTime(at)}
			change={(time) => change(part, time && String(new Date(time).getTime()))}
		/>
	);
}

/** As an input of the browser takes it: `2026-11-22T19:30`. */
function localTime(at: number): string {
	return new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
