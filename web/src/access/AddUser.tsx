import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { flushDeletions } from '../ui/Undo.tsx';
import { FormModal } from '../ui/FormModal.tsx';
import { refresh } from '../api/useCall.ts';
import { NO_TERMS, termsOf } from './terms.ts';
import { TermsFields } from './TermsFields.tsx';

/** An empty form; most users are clients (spec 1, section 4). */
const EMPTY = { discordId: '', client: 'true', terms: NO_TERMS };

/** Adds a user to the access list. */
export function AddUser({ opened, close }: { opened: boolean; close(): void }) {
	const [person, setPerson] = useState(EMPTY);
	const { terms, ...account } = person;
	// The access of an admin does not expire.
	const given = person.client === 'true' ? { ...account, ...termsOf(terms) } : account;
	async function add() {
		try {
			// A deleted user can be added again at once.
			await flushDeletions();
			await api.userAdd(given);
		} finally {
			// The list is also read again after a rejection, since it may be out of date.
			void refresh('users', 'accessRequests', 'operatorCounts');
		}
	}
	return (
		<FormModal
			title="Add User"
			opened={opened}
			close={() => {
				// The access selected for one user must not carry over to the next.
				setPerson(EMPTY);
				close();
			}}
			submit={{ label: 'Add User', run: add }}
			fields={['discordId', 'plan', 'expiresAt', 'note']}
		>
			{(errorFor) => (
				<>
					<TextInput
						label="Discord ID"
						description="17 to 20 digits. In Discord, right-click the user and select Copy User ID."
						required
						inputMode="numeric"
						value={person.discordId}
						onChange={(event) => setPerson({ ...person, discordId: event.currentTarget.value })}
						error={errorFor('discordId')}
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
					{person.client === 'true' && (
						<TermsFields
							terms={terms}
							change={(changed) => setPerson({ ...person, terms: changed })}
							errorFor={errorFor}
						/>
					)}
				</>
			)}
		</FormModal>
	);
}
