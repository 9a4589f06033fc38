import { type CallOutput, type Contract, ENTRY_STATES, type EntryState, REGIONS } from '@dropwire/contract';
import { useDebouncedValue } from '@mantine/hooks';
import { type RefObject, useState } from 'react';
import { useCall } from '../api/useCall.ts';
import { useFilter } from '../ui/useFilter.ts';

/** How often the lists and their counts are read while the page is visible, ms: sources check at any time. */
export const LIST_POLL_MS = 10_000;
const COUNTS_POLL_MS = 30_000;
/** The pause in typing before the server filters, ms. */
const DEBOUNCE_MS = 200;
/** Entries per page: less than 100 kB, even if all regions of all of them are blocked. */
const PAGE = 40;

/** The filters of a list. */
export interface ListPage {
	/** For the call that reads the list. */
	input: { state?: EntryState; region?: string; q?: string; limit: number };
	counts: CallOutput<Contract['skuStates']>['data'] | undefined;
	filtered: boolean;
	text: string;
	setText(text: string): void;
	field: RefObject<HTMLInputElement | null>;
	state: EntryState | '';
	setState(state: string): void;
	region: string;
	setRegion(region: string): void;
}

/** @param list its name in calls, such as `HOT_ASICS` */
export function useListPage(list: string): ListPage {
	const [text, setText, field] = useFilter(list);
	const [q] = useDebouncedValue(text.trim(), DEBOUNCE_MS);
	const [state, setState] = useState<EntryState | ''>('');
	const [region, setRegion] = useState('');
	const counts = useCall('skuStates', { type: list }, { refreshInterval: COUNTS_POLL_MS });
	return {
		input: { ...(state && { state }), ...(region && { region }), ...(q && { q }), limit: PAGE },
		counts: counts.data?.data,
		filtered: q !== '' || state !== '' || region !== '',
		text,
		setText,
		field,
		state,
		setState: (name) => setState(ENTRY_STATES.find((one) => one === name) ?? ''),
		region,
		setRegion: (name) => setRegion(REGIONS.find((one) => one === name) ?? ''),
	};
}
