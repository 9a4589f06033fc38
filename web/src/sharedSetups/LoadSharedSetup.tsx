import '../channels/matrix.css';
import './sharedSetups.css';
import type { CallOutput, Contract, SetupLine } from '@dropwire/contract';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { useCall } from '../api/useCall.ts';
import { CopyToServer } from '../channels/CopyToServer.tsx';
import { copied } from '../channels/setupFile.ts';
import { counted, dateTime } from '../ui/format.ts';
import { Loaded } from '../ui/Loading.tsx';

/** Statuses of a secret that no share link has. */
const UNKNOWN = new Set([400, 404]);

/** The setup of a share link, and how to load it into a server. */
export default function LoadSharedSetup() {
	const secret = useSearchParams()[0].get('secret') ?? '';
	const call = useCall('sharedSetup', { secret }, { revalidateOnFocus: false });
	if (call.error && UNKNOWN.has(call.error.status)) return <Ended />;
	return (
		<Loaded call={call} rows={8}>
			{({ data }) => <Setup {...data} />}
		</Loaded>
	);
}

function Ended() {
	return (
		<div className="shared-setup" role="alert">
			<div className="page-head">
				<h1>This share link does not work</h1>
			</div>
			<p>It has ended, or it is not complete. Ask the person who sent it for another one.</p>
			<p>
				<Link to="/dashboard">Home</Link>
			</p>
		</div>
	);
}

function Setup({ guildName, createdAt, expiresAt, links }: CallOutput<Contract['sharedSetup']>['data']) {
	const navigate = useNavigate();
	const channels = new Set(links.map(({ channel }) => channel));
	return (
		<div className="shared-setup">
			<div className="page-head">
				<h1>Setup of {guildName}</h1>
				<p className="lead">
					As it was at {dateTime(createdAt)}. The link works until {dateTime(expiresAt)}.
				</p>
			</div>
			<section className="card" aria-labelledby="shared-topics">
				<h2 id="shared-topics">
					{counted(links.length, 'link')} to {counted(channels.size, 'channel')}
				</h2>
				<ul className="shared-topics">
					{topicsOf(links).map(([topic, regions]) => (
						<li key={topic}>
							{topic} <span className="dim">· {regions.join(', ')}</span>
						</li>
					))}
				</ul>
			</section>
			<section className="card" aria-labelledby="load-shared">
				<h2 id="load-shared">Load it into a server</h2>
				<div className="setup-form">
					<CopyToServer links={links.map(copied)} close={(guildId) => void navigate(`/dashboard/admin/${guildId}`)} />
				</div>
			</section>
		</div>
	);
}

/** The topics in their order, each with its regions. */
function topicsOf(links: readonly SetupLine[]): [topic: string, regions: string[]][] {
	const regions = new Map<string, Set<string>>();
	for (const { topic, region } of links) regions.set(topic, (regions.get(topic) ?? new Set()).add(region));
	return [...regions].map(([topic, of]) => [topic, [...of]]);
}
