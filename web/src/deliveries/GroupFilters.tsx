import { type ApiError, DELIVERY_STATUSES, LIMITS, MESSAGE_KINDS, PRODUCT_BRANDS, REGIONS } from '@dropwire/contract';
import type { ReactNode } from 'react';
import { reasonOf, useCall } from '../api/useCall.ts';
import { FilterText } from '../ui/FilterText.tsx';
import { FilterTime } from '../ui/FilterTime.tsx';
import { FilterChoice } from '../ui/FilterChoice.tsx';
import { brandName } from '../ui/format.ts';
import { anyText, type ChangeFilter, type FilterOf, oneOf } from '../ui/useUrlFilter.ts';
import { kindName } from './kindName.ts';

/** Epoch ms. */
const moment = (text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : undefined);

/** The facets of deliveries by message, as the calls take them. */
export const GROUP_FILTERS = {
	webhook: anyText,
	guildId: (text: string) => /^\d{17,20}$/.exec(text)?.[0],
	sku: anyText,
	brand: oneOf(PRODUCT_BRANDS),
	region: oneOf(REGIONS),
	kind: oneOf(MESSAGE_KINDS),
	status: oneOf(DELIVERY_STATUSES),
	since: moment,
	until: moment,
};
export type GroupFilter = FilterOf<typeof GROUP_FILTERS>;

interface Props {
	filter: GroupFilter;
	change: ChangeFilter<typeof GROUP_FILTERS>;
	/** The server's error for these facets, if it is about one of them. */
	error: ApiError | undefined;
	/** The facets of one server's deliveries, instead of those by webhook and server. */
	ofServer?: ReactNode;
}

/** The facets above deliveries by message. */
export function GroupFilters({ filter, change, error, ofServer }: Props) {
	const errorOf = (part: 'webhook' | 'sku') => ({
		error: error?.fields[part] === undefined ? null : reasonOf(error, part),
		errorProps: { role: 'alert' },
	});
	const of = (part: 'brand' | 'region' | 'kind' | 'status') => ({
		value: filter[part],
		change: (value: string) => change(part, value),
	});
	return (
		<div className="group-filters" role="search">
			{ofServer ?? (
				<FilterText
					label="Label or webhook"
					placeholder="Label or last digits of a webhook"
					maxLength={LIMITS.label}
					value={filter.webhook ?? ''}
					{...errorOf('webhook')}
					change={(text) => change('webhook', text)}
				/>
			)}
			<FilterText
				label="SKU"
				maxLength={LIMITS.sku}
				value={filter.sku ?? ''}
				{...errorOf('sku')}
				change={(text) => change('sku', text)}
			/>
			{!ofServer && <ServerChoice value={filter.guildId} change={(guildId) => change('guildId', guildId)} />}
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
				options={MESSAGE_KINDS.map((value) => ({ value, label: kindName(value) }))}
				{...of('kind')}
			/>
			<FilterChoice label="Outcome" all="All outcomes" options={DELIVERY_STATUSES} {...of('status')} />
			<Moment label="From" part="since" {...{ filter, change }} />
			<Moment label="To" part="until" {...{ filter, change }} />
		</div>
	);
}

function ServerChoice(props: { value: string | undefined; change(guildId: string): void }) {
	const guilds = useCall('guildList', {}).data?.data.data ?? [];
	const options = guilds.map(({ guildId, guildName }) => ({ value: guildId, label: guildName }));
	return <FilterChoice label="Server" all="All servers" options={options} {...props} />;
}

/** A moment in the browser's time zone. */
function Moment({
	label,
	part,
	filter,
	change,
}: Pick<Props, 'filter' | 'change'> & { label: string; part: 'since' | 'until' }) {
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
