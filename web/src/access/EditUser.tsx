import '../theme/overlays.ts';
import type { ManagedUser } from '@dropwire/contract';
import { Drawer } from '@mantine/core';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { refresh } from '../api/useCall.ts';
import { DialogForm } from '../ui/FormModal.tsx';
import { dateTime } from '../ui/format.ts';
import { inputOf, termsOf } from './terms.ts';
import { TermsFields } from './TermsFields.tsx';
import { lastSeen, nameOf } from './names.ts';

/** A panel with a client's plan, expiry and note. */
export function EditUser({ user, close }: { user: ManagedUser; close(): void }) {
	const [terms, setTerms] = useState(inputOf(user));
	const { discordId, expiresAt, lastSeenAt } = user;
	const save = () => api.userEdit({ discordId, ...termsOf(terms, expiresAt) }).finally(() => void refresh('users'));
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
			<DialogForm close={close} submit={{ label: 'Save', run: save }} fields={['plan', 'expiresAt', 'note']}>
				{(errorFor) => <TermsFields terms={terms} change={setTerms} errorFor={errorFor} />}
			</DialogForm>
		</Drawer>
	);
}
