import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { reasonOf, refresh, useCall } from '../api/useCall.ts';
import { dateTime } from '../ui/format.ts';
import type { Outcome } from '../ui/useOutcome.ts';

/** Whether a token is stored and until when, and its deletion. */
export function StoredToken({ report }: { report(outcome: Outcome | null): void }) {
	const { data, error } = useCall('retailerTokenState', {});
	const [busy, setBusy] = useState(false);
	async function remove() {
		setBusy(true);
		report(null);
		try {
			await api.retailerTokenDelete();
			report({ bad: false, text: 'Token deleted' });
		} catch (failure) {
			report({ bad: true, text: `Error: ${reasonOf(failure)}` });
		}
		await refresh('retailerTokenState');
		setBusy(false);
	}

	if (error) return <p className="stored-token bad">Could not read whether a token is stored: {error.message}</p>;
	if (!data) {
		return (
			<div className="stored-token" aria-busy="true">
				<Skeleton height={20} />
			</div>
		);
	}
	if (!data.data) return <p className="stored-token dim">No token is stored.</p>;
	return (
		<div className="stored-token">
			<span>
				Token kept until <b>{dateTime(data.data.expiresAt)}</b>
			</span>
			<Button variant="default" size="xs" loading={busy} onClick={() => void remove()}>
				Delete now
			</Button>
		</div>
	);
}
