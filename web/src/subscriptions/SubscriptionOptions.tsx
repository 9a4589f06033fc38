import '../theme/pickers.ts';
import '../ui/formModal.css';
import type { ApiError, SubscriptionRow } from '@dropwire/contract';
import { type ReactNode, useState } from 'react';
import useSWR from 'swr';
import { type CallState, readCall, swrOptions } from '../api/useCall.ts';
import { Loaded } from '../ui/Loading.tsx';
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
	const removed = call.data && removalText(call.error);
	if (removed) {
		return (
			<div className="state failed" role="alert">
				{removed}
			</div>
		);
	}
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

/** What to say if a subscription that was there is not any more; null for other errors. */
function removalText(error: ApiError | undefined): string | null {
	if (error?.status === 404) return 'This webhook was removed from the list, so its options can no longer be saved.';
	// Somebody who is no operator gets the same answer for both.
	if (error?.status === 403)
		return 'This webhook was removed, or you can no longer manage it: its options cannot be saved.';
	return null;
}

/** Counts the opened forms. */
let opened = 0;

/** How often the subscription is read, ms: somebody else may remove it while its options are edited. */
const EVERY_MS = 5000;

/** Reads a subscription for one form. Each form reads again: a draft made of older options could not be saved. */
function useSubscription(id: string): CallState<SubscriptionRow> {
	const [form] = useState(() => ++opened);
	const { data, error, isLoading, mutate } = useSWR<SubscriptionRow, ApiError>(
		['subscription', id, form],
		async () => (await readCall('subscription', { id })).data,
		{
			...swrOptions(EVERY_MS),
			refreshInterval: EVERY_MS,
			keepPreviousData: false,
			revalidateOnFocus: false,
			revalidateOnReconnect: false,
		},
	);
	return { data, error, loading: isLoading, reload: () => void mutate() };
}
