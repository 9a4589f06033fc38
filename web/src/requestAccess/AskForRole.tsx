import { type GivenRole, ROLE_NAMES } from '@dropwire/contract';
import { Button, Group } from '@mantine/core';
import { api } from '../api/client.ts';
import { useAttempt } from '../api/useAttempt.ts';
import { refresh, useCall } from '../api/useCall.ts';
import { GetPremium } from '../grants/GetPremium.tsx';
import { Banner } from '../ui/Banner.tsx';
import { dateTime } from '../ui/format.ts';
import { answerText } from './answerText.ts';

const EVERY_MS = 15_000;

/** Asks the operators for a role, with the state of the request. */
export function AskForRole({ wanted }: { wanted: GivenRole }) {
	const { data } = useCall('accessRequest', {}, { refreshInterval: EVERY_MS });
	const site = useCall('site', {}, { revalidateOnFocus: false });
	const sells = wanted === 'premium' && site.data?.storeUrl != null;
	const { busy, error, attempt } = useAttempt('role');
	const own = data?.data ?? null;
	const name = ROLE_NAMES[wanted];
	const ask = () =>
		attempt(async () => {
			try {
				await api.accessRequestCreate({ role: wanted });
			} finally {
				await refresh('accessRequest');
			}
		});
	if (own?.status === 'open') {
		return (
			<p role="status">
				<b>{own.role === null ? 'Your request' : `Your request for ${ROLE_NAMES[own.role]}`} is open.</b> Sent on{' '}
				{dateTime(own.createdAt)}. {answerText(data?.answeredWithinMs ?? null)}
			</p>
		);
	}
	return (
		<>
			{own?.role === wanted && (
				<p role="status">
					Your last request was declined.{' '}
					{own.reason === null ? 'The operator gave no reason.' : `The operator's reason: ${own.reason}`}
				</p>
			)}
			<Group gap="xs">
				{sells && <GetPremium />}
				<Button variant={sells ? 'default' : 'filled'} loading={busy} onClick={() => void ask()}>
					Ask for {name}
				</Button>
			</Group>
			<Banner outcome={error === null ? null : { bad: true, text: error }} />
		</>
	);
}
