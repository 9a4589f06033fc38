import { ApiError } from '@dropwire/bff/contract';
import { Button, Modal, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { api } from '../data/client.ts';
import { reasonOf, refresh } from '../data/useCall.ts';

/** Puts a person on the access list. */
export function AddUser({ opened, close }: { opened: boolean; close(): void }) {
	const [discordId, setDiscordId] = useState('');
	const [client, setClient] = useState('true');
	const [busy, setBusy] = useState(false);
	const [error, setError] = useState<unknown>(null);

	async function submit(event: FormEvent) {
		event.preventDefault();
		setBusy(true);
		setError(null);
		try {
			await api.userAdd({ discordId, client });
			setDiscordId('');
			close();
		} catch (failure) {
			setError(failure);
		}
		// At once, so that Enter tries again: the list may take its time.
		setBusy(false);
		void refresh('users');
	}

	const own = error instanceof ApiError && error.fields['discordId'] ? reasonOf(error, 'discordId') : null;
	return (
		<Modal opened={opened} onClose={close} title="Add User" centered>
			<form className="panel-form" onSubmit={(event) => void submit(event)}>
				<TextInput
					label="Discord ID"
					description="17 to 20 digits: right-click the person in Discord, Copy User ID"
					required
					inputMode="numeric"
					value={discordId}
					onChange={(event) => setDiscordId(event.currentTarget.value)}
					error={own}
					data-autofocus
				/>
				<NativeSelect
					label="Access"
					value={client}
					onChange={(event) => setClient(event.currentTarget.value)}
					data={[
						{ value: 'true', label: 'Client' },
						{ value: 'false', label: 'Admin' },
					]}
				/>
				{error !== null && !own && (
					<p className="bad" role="alert" style={{ margin: 0 }}>
						Error: {reasonOf(error)}
					</p>
				)}
				<div className="two">
					<Button variant="default" onClick={close}>
						Cancel
					</Button>
					<Button type="submit" loading={busy}>
						Add User
					</Button>
				</div>
			</form>
		</Modal>
	);
}
