import { PERSONAL_DATA_GROUPS } from '@dropwire/contract';
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { FormModal } from '../ui/FormModal.tsx';
import { useUser } from '../ui/Guard.tsx';
import { flushDeletions } from '../ui/Undo.tsx';

const { work, log } = PERSONAL_DATA_GROUPS;

/** Asks whether everything about the user is to be deleted, and says what stays. Afterwards the user is signed out. */
export function DeleteData({ opened, close }: { opened: boolean; close(): void }) {
	const { hasAccess } = useUser();
	const [confirmed, setConfirmed] = useState(false);
	async function run() {
		await flushDeletions();
		// The server rejects it unless the box is ticked, and the box shows why.
		await api.accountDelete({ confirm: confirmed as true });
		location.assign('/?account=deleted');
	}
	return (
		<FormModal
			title="Delete my data"
			opened={opened}
			close={() => {
				setConfirmed(false);
				close();
			}}
			submit={{ label: 'Delete everything', run }}
			fields={['confirm']}
		>
			{(errorFor) => (
				<>
					<p className="dialog-text">
						Your account, watches, notices, requests, sessions and API tokens are deleted at once, and you are signed
						out.
						{hasAccess &&
							' Your access ends, and servers of which only you are a manager with access get no messages any more. A subscription that you pay for goes on until you cancel it where you bought it.'}
					</p>
					<p className="dialog-text">What stays:</p>
					<ul className="dialog-list">
						{[work, log].map(({ name, kept }) => (
							<li key={name}>
								{name}: {kept}
							</li>
						))}
						<li>Messages that the bot has sent to you: they are in Discord, where you can delete them.</li>
					</ul>
					<Checkbox
						label="I want to delete my data. This cannot be undone."
						checked={confirmed}
						onChange={(event) => setConfirmed(event.currentTarget.checked)}
						error={errorFor('confirm')}
						data-autofocus
					/>
				</>
			)}
		</FormModal>
	);
}
