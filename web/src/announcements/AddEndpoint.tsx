import { LIMITS } from '@dropwire/bff/contract';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../data/client.ts';
import { FormModal } from '../data/FormModal.tsx';
import { refresh } from '../data/useCall.ts';

/** "Enter the new webhook". Closing clears nothing; a successful upload does. */
export function AddEndpoint({ opened, close }: { opened: boolean; close(): void }) {
	const [label, setLabel] = useState('');
	const [url, setUrl] = useState('');
	const upload = async () => {
		await api.stockNumberWebhooksChange({ action: 'CREATE', label, value: url.trim() });
		setLabel('');
		setUrl('');
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
			{(own) => (
				<>
					<TextInput
						label="Label"
						required
						maxLength={LIMITS.label}
						value={label}
						onChange={(event) => setLabel(event.currentTarget.value)}
						error={own('label')}
						data-autofocus
					/>
					<TextInput
						label="Webhook URL"
						type="url"
						required
						placeholder="https://discord.com/api/webhooks/…"
						value={url}
						onChange={(event) => setUrl(event.currentTarget.value)}
						error={own('value')}
					/>
				</>
			)}
		</FormModal>
	);
}
