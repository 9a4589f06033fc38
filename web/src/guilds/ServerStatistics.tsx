import './serverScreens.css';
import type { GuildActivity } from '@dropwire/contract';
import { Link, useParams } from 'react-router-dom';
import { FilterChoice } from '../ui/FilterChoice.tsx';
import { Loaded } from '../ui/Loading.tsx';
import { dateTime, grouped } from '../ui/format.ts';
import { oneOf, useUrlFilter } from '../ui/useUrlFilter.ts';
import { byHourOfDay, sumOf, useActivity } from './activity.ts';
import { HourBars } from './HourBars.tsx';
import { ServerScreenHead } from './ServerScreenHead.tsx';

const DAY_MS = 86_400_000;
const STATISTICS_FILTERS = { days: oneOf(['7']) };

type Period = 'week' | 'month';

/** A server's statistics: its messages by hour of the day and by topic, and its topics without messages. */
export default function ServerStatistics() {
	const { guildId = '' } = useParams();
	const [{ days }, change] = useUrlFilter(STATISTICS_FILTERS);
	const activity = useActivity(guildId);
	return (
		<>
			<ServerScreenHead guildId={guildId} title="Statistics">
				<FilterChoice
					label="Period"
					all="Last 30 days"
					options={[{ value: '7', label: 'Last 7 days' }]}
					value={days}
					change={(value) => change('days', value)}
				/>
			</ServerScreenHead>
			<Loaded call={activity} rows={8}>
				{({ data }) => (
					<>
						<Hours data={data} days={days ? 7 : 30} />
						<Topics guildId={guildId} topics={data.topics} period={days ? 'week' : 'month'} />
						<Unused guildId={guildId} unused={data.unused} />
					</>
				)}
			</Loaded>
		</>
	);
}

function Hours({ data: { hours, since }, days }: { data: GuildActivity; days: number }) {
	const start = Date.now() - days * DAY_MS;
	const day = byHourOfDay(hours, start);
	const { sent, failed } = sumOf(day);
	const busiest = day.reduce((best, { sent: count }, hour) => (count > (day[best]?.sent ?? 0) ? hour : best), 0);
	const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
	const caption =
		sent + failed === 0
			? 'No messages'
			: `${grouped(sent)} sent, ${grouped(failed)} failed. Busiest: ${hourName(busiest)}–${hourName((busiest + 1) % 24)}`;
	return (
		<section className="statistics" aria-labelledby="by-hour">
			<h2 id="by-hour">By hour of the day</h2>
			<HourBars
				caption={`${caption} (${timeZone})`}
				bars={day.map((counts, hour) => ({ name: hourName(hour), ...counts }))}
			/>
			{since > start + DAY_MS && <p className="dim">Counts the messages since {dateTime(since)}.</p>}
		</section>
	);
}

function hourName(hour: number): string {
	return `${String(hour).padStart(2, '0')}:00`;
}

function Topics({ guildId, topics, period }: { guildId: string; topics: GuildActivity['topics']; period: Period }) {
	const shown = topics
		.map((topic) => ({ ...topic, ...topic[period] }))
		.filter(({ sent, failed }) => sent + failed > 0)
		.toSorted((a, b) => b.sent - a.sent);
	const highest = Math.max(1, ...shown.map(({ sent }) => sent));
	return (
		<section className="statistics" aria-labelledby="by-topic">
			<h2 id="by-topic">By topic</h2>
			{shown.length === 0 ? (
				<p className="empty">No messages of a topic in this time.</p>
			) : (
				<table className="topic-counts">
					<thead>
						<tr>
							<th scope="col">Topic</th>
							<th scope="col">Sent</th>
							<th scope="col">Failed</th>
						</tr>
					</thead>
					<tbody>
						{shown.map(({ region, toolsName, channelId, sent, failed }) => (
							<tr key={`${toolsName} ${region}`}>
								<td>
									<span className="share" style={{ width: `${(sent / highest) * 100}%` }} aria-hidden="true" />
									{channelId === null ? (
										<span className="dim">
											{toolsName} · {region} (removed)
										</span>
									) : (
										<Link to={logOf(guildId, toolsName, region)} title="Show in the delivery log">
											{toolsName} · {region}
										</Link>
									)}
								</td>
								<td className="mono">{grouped(sent)}</td>
								<td className={failed > 0 ? 'mono bad' : 'mono dim'}>{grouped(failed)}</td>
							</tr>
						))}
					</tbody>
				</table>
			)}
		</section>
	);
}

function logOf(guildId: string, topic: string, region: string): string {
	return `/dashboard/admin/${guildId}/deliveries?${new URLSearchParams({ topic, region })}`;
}

function Unused({ guildId, unused }: { guildId: string; unused: GuildActivity['unused'] }) {
	if (unused.length === 0) return null;
	return (
		<section className="statistics" aria-labelledby="unused">
			<h2 id="unused">No message for 30 days</h2>
			<ul className="unused">
				{unused.map(({ channelId, region, toolsName }) => (
					<li key={channelId}>
						<span>
							{toolsName} · {region}
						</span>
						<Link to={`/dashboard/admin/${guildId}/${channelId}`}>Pause or remove</Link>
					</li>
				))}
			</ul>
		</section>
	);
}
