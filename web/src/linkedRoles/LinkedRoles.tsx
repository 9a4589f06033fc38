import type { LinkedRoles as Connection } from '@dropwire/contract';
import { Button, Group } from '@mantine/core';
import { useLocation, useSearchParams } from 'react-router-dom';
import { api } from '../api/client.ts';
import { useAttempt } from '../api/useAttempt.ts';
import { refresh, useCall } from '../api/useCall.ts';
import { Banner } from '../ui/Banner.tsx';
import { ago, counted, dateTime } from '../ui/format.ts';
import { Loaded } from '../ui/Loading.tsx';

const EVERY_MS = 10_000;
/** What the address says when Discord has sent somebody back without a connection. */
const OUTCOMES: Readonly<Record<string, string>> = {
	canceled: 'Not connected: you chose Cancel in Discord.',
	failed: 'Not connected: Discord did not confirm the permission for linked roles. Try again.',
};

/** The section of the account pages that connects linked roles with Discord. */
export function LinkedRoles() {
	const call = useCall('linkedRoles', {}, { refreshInterval: EVERY_MS });
	if (call.data && !call.data.data.available) return null;
	return (
		<section className="card" aria-labelledby="linked-roles">
			<h2 id="linked-roles">Linked roles</h2>
			<p className="dim">
				Servers can give you a role by what you have here: whether you are a client, whether you have premium, and how
				many products you watch. Discord learns these three facts and nothing else.
			</p>
			<Loaded call={call} rows={2}>
				{({ data }) => <State connection={data} />}
			</Loaded>
		</section>
	);
}

function State({ connection }: { connection: Connection }) {
	const { connectedAt, endedAt, problem } = connection;
	const { pathname } = useLocation();
	const [search] = useSearchParams();
	const { busy, error, attempt } = useAttempt();
	const end = () =>
		attempt(async () => {
			await api.linkedRolesEnd({});
			await refresh('linkedRoles');
		});
	const failed = connectedAt === null ? OUTCOMES[search.get('roles') ?? ''] : undefined;
	const text = error ?? failed;
	return (
		<>
			{connectedAt !== null && <Known connection={connection} />}
			{connectedAt !== null && problem !== null && (
				<p className="bad">Discord has not confirmed the last change yet. It is sent again: {problem}.</p>
			)}
			{endedAt !== null && (
				<p className="bad">
					Discord ended the connection on {dateTime(endedAt)}: {problem}. Connect again to keep your roles.
				</p>
			)}
			<Group gap="xs">
				{connectedAt === null && (
					<Button component="a" href={`/auth/roles?next=${encodeURIComponent(pathname)}`}>
						{endedAt === null ? 'Connect' : 'Connect again'}
					</Button>
				)}
				{(connectedAt !== null || endedAt !== null) && (
					<Button variant="default" loading={busy} onClick={() => void end()}>
						{connectedAt === null ? 'Dismiss' : 'Disconnect'}
					</Button>
				)}
			</Group>
			<Banner outcome={text ? { bad: true, text } : null} />
		</>
	);
}

function Known({ connection: { connectedAt, known, knownAt, problem } }: { connection: Connection }) {
	const unknown =
		knownAt === null && problem === null ? 'Nothing yet' : 'Not certain until it confirms the last change';
	const isYes = (value: boolean) => (value ? 'yes' : 'no');
	return (
		<dl className="account-facts">
			<dt>Connected</dt>
			<dd>{dateTime(connectedAt ?? 0)}</dd>
			<dt>Discord knows</dt>
			<dd>
				{known === null || knownAt === null ? (
					unknown
				) : (
					<span title={dateTime(knownAt)}>
						client: {isYes(known.client)}, premium: {isYes(known.premium)}, {counted(known.watches, 'watched product')}{' '}
						(sent {ago(knownAt)})
					</span>
				)}
			</dd>
		</dl>
	);
}
