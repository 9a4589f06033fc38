import './guilds.css';
import { lazy, Suspense } from 'react';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { useCall } from '../api/useCall.ts';
import { cellKey } from '../channels/cells.ts';
import { MatrixTab } from '../channels/MatrixTab.tsx';
import { Skeletons } from '../ui/Loading.tsx';
import { counted } from '../ui/format.ts';
import { FirstRunSteps, stepOf } from './FirstRunSteps.tsx';
import { GuildNotices } from '../channels/GuildNotices.tsx';
import { ServerHead } from './ServerHead.tsx';

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
			<ServerHead guildId={guildId} />
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
