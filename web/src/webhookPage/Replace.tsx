import { listRowText, type Replacement, type WebhookDetails } from '@dropwire/contract';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { api } from '../api/client.ts';
import { useAttempt } from '../api/useAttempt.ts';
import { refresh } from '../api/useCall.ts';
import { counted } from '../ui/format.ts';
import { webhookPath } from '../ui/paths.ts';
import { flushDeletions } from '../ui/Undo.tsx';
import { moveMatrixDraft } from './matrixDrafts.ts';

/** Replaces a webhook by another one on every list, after showing the lists. The rows keep their options. */
export function Replace({ webhook }: { webhook: WebhookDetails }) {
	const [url, setUrl] = useState('');
	const [preview, setPreview] = useState<{ to: string; data: Replacement } | null>(null);
	const { busy, error, attempt } = useAttempt('to', 'from');
	const navigate = useNavigate();
	const to = url.trim();
	// A preview of another URL does not show what would happen.
	const shown = preview?.to === to ? preview.data : null;

	async function submit() {
		await flushDeletions();
		const { data } = await api.webhookReplace({ from: webhook.value, to, dryRun: shown === null });
		if (data.id === null) {
			setPreview({ to, data });
			return;
		}
		moveMatrixDraft(webhook.id, data.id);
		// First, since the page of the old webhook has nothing to read any more.
		void navigate(webhookPath(data.id), { replace: true });
		await refresh('operatorCounts', 'broadcastList');
	}

	return (
		<form
			className="replace-webhook"
			onSubmit={(event) => {
				event.preventDefault();
				void attempt(submit);
			}}
		>
			<div className="sku-form new-url">
				<TextInput
					label="New URL"
					type="url"
					required
					placeholder="https://discord.com/api/webhooks/…"
					value={url}
					error={error}
					// The page of the new webhook does not have what is typed here.
					readOnly={busy && shown !== null}
					onChange={(event) => setUrl(event.currentTarget.value)}
				/>
				<Button type="submit" loading={busy}>
					{shown ? `Replace in ${counted(shown.rows.length, 'list')}` : 'Preview'}
				</Button>
			</div>
			<p className="dim">It replaces this webhook on every list: operator groups, servers and the broadcast list.</p>
			{shown && (
				<div role="status">
					<ul className="replaced">
						{shown.rows.map((row) => (
							<li key={row.id}>{listRowText(row)}</li>
						))}
					</ul>
					{shown.waiting > 0 && (
						<p className="dim">
							{counted(shown.waiting, 'message')} that {shown.waiting === 1 ? 'waits' : 'wait'} for the old webhook will
							fail.
						</p>
					)}
					{shown.deletes && <p className="dim">The bot deletes the old webhook at Discord.</p>}
				</div>
			)}
		</form>
	);
}
