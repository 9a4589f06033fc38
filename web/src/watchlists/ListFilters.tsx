import { ENTRY_STATE_NAMES, ENTRY_STATES, listRegions } from '@dropwire/contract';
import { NativeSelect, TextInput } from '@mantine/core';
import { grouped } from '../ui/format.ts';
import type { ListPage } from './useListPage.ts';

/** The filters above a list: by text, by state with the number of entries, and by region where there are several. */
export function ListFilters({ list, name, page }: { list: string; name: string; page: ListPage }) {
	const { counts, field, region, state, text } = page;
	const regions = listRegions(list);
	const all = counts && ENTRY_STATES.reduce((sum, one) => sum + (counts[one] ?? 0), 0);
	const option = (label: string, count: number | undefined) =>
		count === undefined ? label : `${label} (${grouped(count)})`;
	return (
		<div className="list-filters">
			<TextInput
				ref={field}
				aria-label={`Filter ${name}`}
				placeholder="Filter the list"
				size="xs"
				maxLength={64}
				value={text}
				onChange={(event) => page.setText(event.currentTarget.value)}
			/>
			<NativeSelect
				aria-label={`State of ${name}`}
				size="xs"
				value={state}
				onChange={(event) => page.setState(event.currentTarget.value)}
				data={[
					{ value: '', label: option('Any state', all) },
					...ENTRY_STATES.map((one) => ({
						value: one,
						label: option(ENTRY_STATE_NAMES[one], counts?.[one]),
					})),
				]}
			/>
			{regions.length > 1 && (
				<NativeSelect
					aria-label={`Region of ${name}`}
					size="xs"
					value={region}
					onChange={(event) => page.setRegion(event.currentTarget.value)}
					data={[{ value: '', label: 'Any region' }, ...regions]}
				/>
			)}
		</div>
	);
}
