import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../data/client.ts';
import { FormModal } from '../data/FormModal.tsx';
import { refresh } from '../data/useCall.ts';

/** Nobody yet, and what most are (spec 1, section 4). */
const FRESH = { discordId: '', client: 'true' };

/** Puts a person on the access list. */
export function AddUser({ opened, close }: { opened: boolean; close(): void }) {
	const [person, setPerson] = useState(FRESH);
	return (
		<FormModal
			title="Add User"
			opened={opened}
			close={() => {
				// What was chosen for one person is not meant for the next.
				setPerson(FRESH);
				close();
			}}
			// The list may take its time, and may have changed also where this was refused.
			submit={{ label: 'Add User', run: () => api.userAdd(person).finally(() => void refresh('users')) }}
			fields={['discordId']}
		>
			{(own) => (
				<>
					<TextInput
						label="Discord ID"
						description="17 to 20 digits: right-click the person in Discord, Copy User ID"
						required
						inputMode="numeric"
						value={person.discordId}
						onChange={(event) => setPerson({ ...person, discordId: event.currentTarget.value })}
						error={own('discordId')}
						data-autofocus
					/>
					<NativeSelect
						label="Access"
						value={person.client}
						onChange={(event) => setPerson({ ...person, client: event.currentTarget.value })}
						data={[
							{ value: 'true', label: 'Client' },
							{ value: 'false', label: 'Admin' },
						]}
					/>
				</>
			)}
		</FormModal>
	);
}
