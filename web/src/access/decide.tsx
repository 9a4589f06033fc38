import { type AccessRequest, GIVEN_ROLES, type GivenRole, ROLE_NAMES as GIVEN_NAMES } from '@dropwire/contract';
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { refresh, useCall } from '../api/useCall.ts';
import { dateTime } from '../ui/format.ts';
import { DeclineForm } from '../ui/DeclineForm.tsx';
import { FormModal } from '../ui/FormModal.tsx';
import { nameOf } from './names.ts';
import { ROLE_NAMES } from './Roles.tsx';
import { NO_TERMS, type TermsInput, termsOf } from './terms.ts';
import { TermsFields } from './TermsFields.tsx';

interface Props {
	request: AccessRequest;
	close(): void;
	/** Called with what happened. */
	done(text: string): void;
}

/** The lists that a decision changes; read again also after a rejection, since they may be out of date. */
const refreshLists = () => void refresh('users', 'accessRequests', 'operatorCounts');

/**
 * Adds the person of a request to the access list, or gives a client the role that they ask for. Begins with what the person
 * wants; without a plan, with the only one that the settings offer.
 */
export function Approve({ request, close, done }: Props) {
	const { discordId, role, listed } = request;
	const plans = useCall('site', {}, { revalidateOnFocus: false }).data?.plans ?? [];
	const suggested = request.plan ?? (plans.length === 1 ? (plans[0]?.name ?? '') : '');
	const [changed, setTerms] = useState<TermsInput | null>(null);
	const terms = changed ?? { ...NO_TERMS, plan: suggested };
	const { expiresAt, ...others } = termsOf(terms);
	/** Left out, it is never, or the end of what the person has bought. */
	const given = { ...others, ...(expiresAt !== null && { expiresAt }) };
	const [roles, setRoles] = useState<readonly GivenRole[]>(role === null ? [] : [role]);
	const name = nameOf(request);
	async function approve() {
		await api.accessRequestApprove({ discordId, roles: [...roles], ...(listed ? {} : given) }).finally(refreshLists);
		done(listed ? `${name} has ${namesOf(roles)}.` : `${name} has access. Edit or delete it in the list below.`);
	}
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
					{!listed && (
						<TermsFields
							terms={terms}
							change={setTerms}
							errorFor={errorFor}
							withoutExpiry="never, or at the end of what they have bought"
						/>
					)}
					<section className="direct-message" aria-label="The direct message">
						<b>Dropwire&apos;s bot sends them:</b>
						<blockquote>
							{messageOf(request, roles, termsOf(terms)).map((line) => (
								<p key={line}>{line}</p>
							))}
						</blockquote>
					</section>
				</>
			)}
		</FormModal>
	);
}

function namesOf(roles: readonly GivenRole[]): string {
	return roles.map((role) => GIVEN_NAMES[role]).join(' and ') || 'no further role';
}

/** The direct message, as the bot writes it in English (bot/src/texts). */
function messageOf(
	{ listed, role }: AccessRequest,
	roles: readonly GivenRole[],
	{ plan, expiresAt }: ReturnType<typeof termsOf>,
): string[] {
	const [first] = roles;
	// People who ask for a role without being on the access list have a paid grant.
	const end = expiresAt ? dateTime(expiresAt) : role === null ? null : 'the end of what you have bought';
	return [
		listed && first ? `You have ${GIVEN_NAMES[first]} at Dropwire` : 'You have access to Dropwire',
		'An operator approved your request.',
		...(!listed && plan ? [`Plan: ${plan}`] : []),
		...(!listed && end ? [`Your access lasts until ${end}.`] : []),
		'Open Dropwire to see what you can use.',
	];
}

/** Declines a request. */
export function Decline({ request, close, done }: Props) {
	const { discordId } = request;
	async function decline(reason: string | null) {
		await api.accessRequestDecline({ discordId, reason }).finally(refreshLists);
		done(`The request of ${nameOf(request)} is declined.`);
	}
	return (
		<DeclineForm
			name={nameOf(request)}
			description="The person sees it. It can be empty."
			close={close}
			decline={decline}
		/>
	);
}
