import { type AccessRequest, GIVEN_ROLES, type GivenRole } from '@dropwire/contract';
import { Checkbox, Textarea } from '@mantine/core';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { refresh } from '../api/useCall.ts';
import { FormModal } from '../ui/FormModal.tsx';
import { nameOf } from './names.ts';
import { ROLE_NAMES } from './Roles.tsx';
import { NO_TERMS, termsOf } from './terms.ts';
import { TermsFields } from './TermsFields.tsx';

interface Props {
	request: AccessRequest;
	close(): void;
}

/** The lists that a decision changes; read again also after a rejection, since they may be out of date. */
const refreshLists = () => void refresh('users', 'accessRequests', 'operatorCounts');

/** Adds the person of a request to the access list. */
export function Approve({ request, close }: Props) {
	const [terms, setTerms] = useState(NO_TERMS);
	const [roles, setRoles] = useState<readonly GivenRole[]>([]);
	const { discordId } = request;
	const approve = () =>
		api.accessRequestApprove({ discordId, roles: [...roles], ...termsOf(terms) }).finally(refreshLists);
	return (
		<FormModal
			title={`Approve ${nameOf(request)}`}
			opened
			close={close}
			submit={{ label: 'Approve', run: approve }}
			fields={['plan', 'expiresAt', 'note']}
		>
			{(errorFor) => (
				<>
					<fieldset className="roles-field">
						<legend>Roles</legend>
						{GIVEN_ROLES.map((role) => (
							<Checkbox
								key={role}
								label={ROLE_NAMES[role]}
								checked={roles.includes(role)}
								onChange={({ currentTarget: { checked } }) =>
									setRoles(checked ? [...roles, role] : roles.filter((one) => one !== role))
								}
							/>
						))}
					</fieldset>
					<TermsFields terms={terms} change={setTerms} errorFor={errorFor} />
					<p className="dim" style={{ margin: 0 }}>
						Dropwire&apos;s bot sends them a direct message.
					</p>
				</>
			)}
		</FormModal>
	);
}

/** Declines a request. */
export function Decline({ request, close }: Props) {
	const [reason, setReason] = useState('');
	const { discordId } = request;
	const decline = () => api.accessRequestDecline({ discordId, reason: reason.trim() || null }).finally(refreshLists);
	return (
		<FormModal
			title={`Decline ${nameOf(request)}`}
			opened
			close={close}
			submit={{ label: 'Decline', run: decline }}
			fields={['reason']}
		>
			{(errorFor) => (
				<Textarea
					label="Reason"
					description="The person sees it. It can be empty."
					maxLength={500}
					autosize
					minRows={2}
					value={reason}
					onChange={(event) => setReason(event.currentTarget.value)}
					error={errorFor('reason')}
					data-autofocus
				/>
			)}
		</FormModal>
	);
}
