import '../theme/pickers.ts';
import '../ui/formModal.css';
import type { ApiError, SubscriptionRow } from '@dropwire/contract';
import { type ReactNode, useState } from 'react';
import useSWR from 'swr';
import { type CallState, readCall, swrOptions } from '../api/useCall.ts';
import { Loaded } from '../shell/Loading.tsx';
import { OptionsForm } from './OptionsForm.tsx';

interface Props {
	/** The subscription's id. */
	id: string;
	/** Called after the options were saved. */
	saved(): unknown;
	/** Called when the fields begin or cease to differ from what is saved. Must not change between renders. */
	onEdited?: (edited: boolean) => void;
	/** Buttons beside Save. */
	children?: ReactNode;
}

/** All options of one subscription, for a panel or a tab. */
export function SubscriptionOptions({ id, saved, onEdited, children }: Props) {
	const call = useSubscription(id);
	return (
		<Loaded call={call} rows={10}>
			{(row) => (
				<OptionsForm key={row.id} row={row} saved={saved} onEdited={onEdited}>
					{children}
				</OptionsForm>
			)}
		</Loaded>
	);
}

/** Counts the opened forms. */
let opened = 0;

/** Reads a subscription for one form. Each form reads again: a draft made of older options could not be saved. */
function useSubscription(id: string): CallState<SubscriptionRow> {
	const [form] = useState(() => ++opened);
	const { data, error, isLoading, mutate } = useSWR<SubscriptionRow, ApiError>(
		['subscription', id, form],
		async () => (await readCall('subscription', { id })).data,
		{ ...swrOptions(0), keepPreviousData: false, revalidateOnFocus: false, revalidateOnReconnect: false },
	);
	return { data, error, loading: isLoading, reload: () => void mutate() };
}
