import './watches.css';
import type { WatchPlace } from '@dropwire/contract';
import { Button, NativeSelect } from '@mantine/core';
import { api } from '../api/client.ts';
import { useAttempt } from '../api/useAttempt.ts';
import { refresh, useCall } from '../api/useCall.ts';
import { Banner } from '../ui/Banner.tsx';
import { Loaded } from '../ui/Loading.tsx';

const EVERY_MS = 30_000;
/** The choice of direct messages: no server has this id. */
const DIRECT = '';

/** Where notices arrive, and why they cannot. */
export function NoticePlace() {
	const call = useCall('watchPlace', {}, { refreshInterval: EVERY_MS });
	return (
		<section className="card notice-place" aria-labelledby="place">
			<h2 id="place">Where notices arrive</h2>
			<Loaded call={call} rows={2}>
				{({ data }) => <Place place={data} />}
			</Loaded>
		</section>
	);
}

function Place({ place: { guildId, channelId, state, reason, servers } }: { place: WatchPlace }) {
	const { busy, error, attempt } = useAttempt('guildId');
	const send = (to: string | null) =>
		attempt(async () => {
			await api.watchPlaceSet({ guildId: to });
			await refresh('watchPlace');
		});
	const isListed = guildId === null || servers.some((one) => one.guildId === guildId);
	return (
		<>
			<NativeSelect
				label="Send notices to"
				data={[
					{ value: DIRECT, label: 'Direct messages' },
					...servers.map((one) => ({ value: one.guildId, label: `A private thread in ${one.name}` })),
					...(isListed ? [] : [{ value: guildId, label: 'A private thread in a server that no longer offers it' }]),
				]}
				value={guildId ?? DIRECT}
				disabled={busy}
				onChange={({ currentTarget }) => void send(currentTarget.value === DIRECT ? null : currentTarget.value)}
			/>
			<p className="dim">
				{guildId === null
					? servers.length === 0 && 'None of your servers offers private threads.'
					: 'Moderators of the server who can manage threads can read the thread.'}
			</p>
			{state === 'waiting' && <p className="dim">Nothing has been sent there yet.</p>}
			{state === 'ok' && channelId !== null && (
				<p>
					<a href={`https://discord.com/channels/${guildId ?? '@me'}/${channelId}`}>Open in Discord</a>
				</p>
			)}
			{(state === 'unreachable' || reason !== null) && (
				<div className="place-problem">
					<p className={state === 'unreachable' ? 'bad' : 'dim'}>{reason ?? 'The last notice could not be sent.'}</p>
					<Button variant="default" size="xs" loading={busy} onClick={() => void send(guildId)}>
						Try again
					</Button>
				</div>
			)}
			<Banner outcome={error === null ? null : { bad: true, text: error }} />
		</>
	);
}
