import { readWebhookUrl, type WebhookDetails } from '@dropwire/contract';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { notAsSeen } from '../api/conflicts.ts';
import { readCall, reasonOf, refresh } from '../api/useCall.ts';
import { changeRows } from '../webhooks/useOperatorRows.ts';
import { moveMatrixDraft } from './matrixDrafts.ts';
import { operatorRows } from './rows.ts';
import { webhookPath } from '../ui/paths.ts';

/** Replaces the URL in all operator groups of a webhook that cannot be used any more. The rows keep their options. */
export function NewUrl({ webhook }: { webhook: WebhookDetails }) {
	const [url, setUrl] = useState('');
	const [busy, setBusy] = useState(false);
	const [error, setError] = useState<string | null>(null);
	const navigate = useNavigate();
	const rows = operatorRows(webhook);
	if (rows.length === 0) return null;

	async function submit(event: FormEvent) {
		event.preventDefault();
		setBusy(true);
		setError(null);
		const value = url.trim();
		const before = webhook.value;
		try {
			await changeRows(
				'UPDATE',
				rows.map(({ topic, label }) => ({ ...topic, label, value, before })),
			);
			setUrl('');
			const q = readWebhookUrl(value)?.id ?? '';
			const { data } = await readCall('allWebhooks', { q });
			// The page of the old webhook ends, unless it was saved again.
			if (data[0] && data[0].id !== webhook.id) {
				moveMatrixDraft(webhook.id, data[0].id);
				void navigate(webhookPath(data[0].id), { replace: true });
			} else await refresh('webhook');
			await refresh('operatorCounts');
		} catch (failure) {
			if (notAsSeen(failure)) {
				setError('Error: someone else has changed the URL in one of the groups. Save again to change the others.');
				// Without any group left, the page reports that the webhook was removed.
				await refresh('webhook');
			} else setError(`Error: ${reasonOf(failure, 'value')}`);
		}
		setBusy(false);
	}

	return (
		<form className="sku-form new-url" onSubmit={(event) => void submit(event)}>
			<TextInput
				label="New URL"
				type="url"
				required
				placeholder="https://discord.com/api/webhooks/…"
				value={url}
				error={error}
				onChange={(event) => setUrl(event.currentTarget.value)}
			/>
			<Button type="submit" loading={busy}>
				Save
			</Button>
		</form>
	);
}
