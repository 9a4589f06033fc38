import './guilds.css';
import { lazy, Suspense } from 'react';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { useCall } from '../api/useCall.ts';
import { cellKey } from '../channels/cells.ts';
import { MatrixTab } from '../channels/MatrixTab.tsx';
import { Skeletons } from '../shell/Loading.tsx';
import { Title } from '../shell/Title.tsx';
import { ago, counted } from '../ui/format.ts';
import { FirstRunSteps, stepOf } from './FirstRunSteps.tsx';
import { GuildIcon } from './GuildIcon.tsx';
import { GuildNotices } from './GuildNotices.tsx';
import { useGuildStates } from './useGuildStates.ts';

const ChannelTab = lazy(() => import('../channels/ChannelTab.tsx'));
const TestStep = lazy(async () => ({ default: (await import('./TestStep.tsx')).TestStep }));

/** A server: its matrix of topics and regions, and the same as a list of regions. Also steps two and three of the first run. */
export default function ServerPage() {
	const { guildId = '' } = useParams();
	const [search] = useSearchParams();
	if (search.get('view') === 'regions') {
		return (
			<Suspense fallback={<Skeletons rows={8} />}>
				<ChannelTab />
			</Suspense>
		);
	}
	const step = stepOf(search);
	return (
		<>
			<Head guildId={guildId} />
			{(step === 'what' || step === 'test') && <FirstRunSteps at={step} guildId={guildId} />}
			{step === 'test' ? (
				<Suspense fallback={<Skeletons rows={4} />}>
					<TestStep guildId={guildId} />
				</Suspense>
			) : (
				<>
					{step === 'what' && <Next guildId={guildId} />}
					<MatrixTab />
					{step === null && <GuildNotices guildId={guildId} />}
				</>
			)}
		</>
	);
}

function Head({ guildId }: { guildId: string }) {
	const { data } = useCall('guildList', {});
	const states = useGuildStates();
	const guild = data?.data.data.find((one) => one.guildId === guildId);
	const state = states.data?.data.find((one) => one.guildId === guildId);
	const name = guild?.guildName ?? 'Server';
	return (
		<div className="page-head">
			<Title of={name} />
			<div className="server-head">
				<GuildIcon name={name} image={guild?.guildImg ?? ''} size={40} />
				<div>
					<h1>{name}</h1>
					<p className="dim">
						{state ? (
							<>
								{counted(state.topics, 'topic')} · {counted(state.webhooks, 'webhook')} ·{' '}
								{state.lastAt === null ? 'no message yet' : `last message ${ago(state.lastAt)}`}
								{state.off > 0 && <span className="bad"> · {counted(state.off, 'dead webhook')}</span>}
								{state.failing > 0 && <span className="bad"> · {state.failing} failing</span>}
							</>
						) : (
							' '
						)}
					</p>
				</div>
			</div>
			<div className="tools server-view">
				<Link to={`/dashboard/admin/${guildId}?view=regions`}>By region</Link>
				<Link to={`/dashboard/admin/${guildId}/deliveries`}>Delivery log</Link>
			</div>
		</div>
	);
}

/** Leads to the test once something is set up. */
function Next({ guildId }: { guildId: string }) {
	const { data } = useCall('linkList', { guildId });
	return (
		<p className="next-step" role="status">
			{data && data.data.length > 0 ? (
				<>
					{counted(new Set(data.data.map(cellKey)).size, 'topic')} set up.
					<Link to={`/dashboard/admin/${guildId}?step=test`} style={{ color: 'var(--signal-text)', fontWeight: 600 }}>
						Continue with the test
					</Link>
				</>
			) : (
				'Choose a cell to send a topic to a Discord channel, or a region or topic to set up all of it.'
			)}
		</p>
	);
}
