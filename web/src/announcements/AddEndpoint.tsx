import { LIMITS } from '@dropwire/contract';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { flushDeletions } from '../ui/Undo.tsx';
import { FormModal } from '../ui/FormModal.tsx';
import { refresh } from '../api/useCall.ts';

/** The "Enter the new webhook" panel. Closing it keeps the fields; a successful upload clears them. */
export function AddEndpoint({ opened, close }: { opened: boolean; close(): void }) {
	const [label, setLabel] = useState('');
	const [url, setUrl] = useState('');
	const upload = async () => {
		// The label and the URL of a deleted row can be used again at once.
		await flushDeletions();
		await api.stockNumberWebhooksChange({ action: 'CREATE', label, value: url.trim() });
		// The next webhook may have been typed in the meantime.
		setLabel((now) => (now === label ? '' : now));
		setUrl((now) => (now === url ? '' : now));
		void refresh('stockNumberWebhooks', 'operatorCounts');
	};
	return (
		<FormModal
			title="Enter the new webhook"
			opened={opened}
			close={close}
			submit={{ label: 'Upload', run: upload }}
			fields={['label', 'value']}
		>
			{(errorFor) => (
				<>
					<TextInput
						label="Label"
						required
						maxLength={LIMITS.label}
						value={label}
						onChange={(event) => setLabel(event.currentTarget.value)}
						error={errorFor('label')}
						data-autofocus
					/>
					<TextInput
						label="Webhook URL"
						type="url"
						required
						placeholder="https://discord.com/api/webhooks/…"
						value={url}
						onChange={(event) => setUrl(event.currentTarget.value)}
						error={errorFor('value')}
					/>
				</>
			)}
		</FormModal>
	);
}
