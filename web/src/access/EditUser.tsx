import '../theme/overlays.ts';
import type { ManagedUser } from '@dropwire/contract';
import { Drawer } from '@mantine/core';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { refresh } from '../api/useCall.ts';
import { DialogForm } from '../ui/FormModal.tsx';
import { dateTime } from '../ui/format.ts';
import { editedTerms, inputOf } from './terms.ts';
import { TermsFields } from './TermsFields.tsx';
import { lastSeen, nameOf } from './names.ts';

/**
 * A panel with a client's plan, expiry and note.
 * @param user the user as the panel was opened: somebody else may change the terms while it is open
 * @param removed whether somebody else has removed the user since
 */
export function EditUser({ user, removed, close }: { user: ManagedUser; removed: boolean; close(): void }) {
	const [terms, setTerms] = useState(inputOf(user));
	const { discordId, lastSeenAt } = user;
	const save = () => api.userEdit({ discordId, ...editedTerms(terms, user) }).finally(() => void refresh('users'));
	return (
		<Drawer
			opened
			onClose={close}
			title={`Edit ${nameOf(user)}`}
			position="right"
			size={420}
			closeButtonProps={{ 'aria-label': 'Close dialog' }}
		>
			<p className="dim">
				<span className="mono">{discordId}</span>
				<br />
				Last seen: {lastSeen(user)}
				{lastSeenAt !== null && ` (${dateTime(lastSeenAt)})`}
			</p>
			{removed ? (
				<div className="state failed" role="alert">
					This user was removed from the access list, so nothing can be saved.
				</div>
			) : (
				<DialogForm close={close} submit={{ label: 'Save', run: save }} fields={['plan', 'expiresAt', 'note']}>
					{(errorFor) => <TermsFields terms={terms} change={setTerms} errorFor={errorFor} />}
				</DialogForm>
			)}
		</Drawer>
	);
}
