import './guilds.css';
import { lazy, Suspense } from 'react';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { useCall } from '../api/useCall.ts';
import { MatrixTab } from '../channels/MatrixTab.tsx';
import { Skeletons } from '../ui/Loading.tsx';
import { counted } from '../ui/format.ts';
import { useKeptFocus } from '../ui/useKeptFocus.ts';
import { FirstRunSteps, stepOf } from './FirstRunSteps.tsx';
import { GuildNotices } from '../channels/GuildNotices.tsx';
import { ServerHead } from './ServerHead.tsx';
import { ServerScreenHead } from './ServerScreenHead.tsx';
import { ServerViews } from './ServerViews.tsx';

const ChannelTab = lazy(() => import('../channels/ChannelTab.tsx'));
const Presets = lazy(async () => ({ default: (await import('../channels/Presets.tsx')).Presets }));
const TestStep = lazy(async () => ({ default: (await import('./TestStep.tsx')).TestStep }));

/** A server: its matrix of topics and regions, and the same as a list of regions. Also steps two and three of the first run. */
export default function ServerPage() {
	const { guildId = '' } = useParams();
	const [search] = useSearchParams();
	if (search.get('view') === 'regions') {
		return (
			<Suspense fallback={<Skeletons rows={8} />}>
				<ChannelTab
					renderHead={(filter) => (
						<ServerScreenHead guildId={guildId} title="Topics by region">
							{filter}
						</ServerScreenHead>
					)}
				/>
			</Suspense>
		);
	}
	const step = stepOf(search);
	return (
		<>
			<ServerHead guildId={guildId} />
			{step === null ? <ServerViews guildId={guildId} /> : <FirstRunSteps at={step} guildId={guildId} />}
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

/** Sets up a server that has nothing yet in one step, and leads to the test once something is set up. */
function Next({ guildId }: { guildId: string }) {
	const { data } = useCall('linkList', { guildId });
	const kept = useKeptFocus<HTMLDivElement>(data?.data.length === 0 ? 'setup' : 'next');
	return (
		<div {...kept}>
			{data?.data.length === 0 && (
				<section className="card first-setup" aria-label="Set up in one step">
					<h2>Set up in one step</h2>
					<Suspense fallback={<Skeletons rows={3} />}>
						<Presets guildId={guildId} done={() => {}} />
					</Suspense>
				</section>
			)}
			<h2 className="adjust">Adjust</h2>
			<p className="next-step" role="status">
				{data && data.data.length > 0 ? (
					<>
						{counted(data.data.length, 'link')} set up.
						<Link to={`/dashboard/admin/${guildId}?step=test`} style={{ color: 'var(--signal-text)', fontWeight: 600 }}>
							Continue with the test
						</Link>
					</>
				) : (
					'Choose a cell to send a topic to a Discord channel, or a region or topic to set up all of it.'
				)}
			</p>
		</div>
	);
}
