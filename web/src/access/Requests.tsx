import { type AccessRequest, type Persona, ROLE_NAMES } from '@dropwire/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useCall } from '../api/useCall.ts';
import { UserAvatar } from '../ui/UserAvatar.tsx';
import { Banner } from '../ui/Banner.tsx';
import { ago, dateTime } from '../ui/format.ts';
import { useOutcome } from '../ui/useOutcome.ts';
import { Approve, Decline } from './decide.tsx';
import { nameOf } from './names.ts';

const EVERY_MS = 15_000;
const NOTICE_MS = 8000;
const PERSONAS: Readonly<Record<Persona, string>> = {
	reseller: 'Reseller',
	server_admin: 'Server admin',
	editor: 'Editor',
};

/** The open requests for access, before the list. Empty without one. */
export function Requests() {
	const { data } = useCall('accessRequests', {}, { refreshInterval: EVERY_MS });
	const [deciding, setDeciding] = useState<{ request: AccessRequest; how: 'approve' | 'decline' } | null>(null);
	const [outcome, setOutcome] = useOutcome(NOTICE_MS);
	const close = () => setDeciding(null);
	const done = (text: string) => setOutcome({ bad: false, text });
	return (
		<>
			{data && data.count > 0 && (
				<section className="card access-requests" aria-labelledby="access-requests">
					<h2 id="access-requests">Requests ({data.count})</h2>
					<ul className="rows">
						{data.data.map((request) => (
							<li key={request.discordId} className="row access-request">
								<UserAvatar {...request} />
								<div className="grow lead">
									<b>{nameOf(request)}</b> <span className="mono dim">{request.discordId}</span>{' '}
									<span className="dim" title={dateTime(request.createdAt)}>
										{ago(request.createdAt)}
									</span>
									<p className="request-wishes">{wishesOf(request)}</p>
									<p className={request.note ? 'request-note' : 'request-note dim'}>{request.note || 'No note.'}</p>
								</div>
								<div className="row-actions request-actions">
									<Button
										size="xs"
										aria-label={`Approve ${nameOf(request)}`}
										onClick={() => setDeciding({ request, how: 'approve' })}
									>
										Approve
									</Button>
									<Button
										size="xs"
										variant="default"
										aria-label={`Decline ${nameOf(request)}`}
										onClick={() => setDeciding({ request, how: 'decline' })}
									>
										Decline
									</Button>
								</div>
							</li>
						))}
					</ul>
					{data.count > data.data.length && (
						<p className="dim">The oldest {data.data.length} are shown. The others follow when these are decided.</p>
					)}
				</section>
			)}
			<Banner outcome={outcome} />
			{deciding?.how === 'approve' && <Approve request={deciding.request} close={close} done={done} />}
			{deciding?.how === 'decline' && <Decline request={deciding.request} close={close} done={done} />}
		</>
	);
}

/** What the person is and wants: `Reseller · plan Pro`, `Client · asks for Premium`. */
function wishesOf({ persona, plan, role, listed }: AccessRequest): string {
	return [
		...(listed ? ['Client'] : []),
		...(persona ? [PERSONAS[persona]] : []),
		...(plan ? [`plan ${plan}`] : []),
		...(role ? [`asks for ${ROLE_NAMES[role]}`] : []),
	].join(' · ');
}
