import './serverScreens.css';
import type { GuildChange } from '@dropwire/contract';
import { useParams } from 'react-router-dom';
import { usePages } from '../api/usePages.ts';
import { Loaded } from '../ui/Loading.tsx';
import { LoadMore } from '../ui/LoadMore.tsx';
import { ago, dateTime } from '../ui/format.ts';
import { ServerScreenHead } from './ServerScreenHead.tsx';

const EVERY_MS = 30_000;

/** Who changed what in a server. */
export default function ServerChanges() {
	const { guildId = '' } = useParams();
	const pages = usePages('guildChanges', { guildId }, EVERY_MS);
	return (
		<>
			<ServerScreenHead guildId={guildId} title="Changes" />
			<Loaded call={pages} rows={8}>
				{(rows) => (
					<>
						{rows.length === 0 && (
							<p className="empty">No changes yet. Each change of topics, links, webhooks and settings appears here.</p>
						)}
						<ul className="server-changes">
							{rows.map((row) => (
								<li key={row.id}>
									<time className="dim" dateTime={new Date(row.at).toISOString()} title={dateTime(row.at)}>
										{ago(row.at)}
									</time>
									<span className="who">
										<b>{whoOf(row)}</b> {row.viaBot && <span className="dim">through the bot</span>}
									</span>
									<span className="what">{row.what}</span>
								</li>
							))}
						</ul>
						<LoadMore more={pages.more} />
					</>
				)}
			</Loaded>
		</>
	);
}

function whoOf({ by, name }: GuildChange): string {
	if (by === 'dropwire') return 'Dropwire';
	return name ?? (by === 'operator' ? 'An operator' : 'Unknown user');
}
