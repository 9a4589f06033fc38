import '../products/products.css';
import './grants.css';
import type { Grant, GrantSummary } from '@dropwire/contract';
import { useCall } from '../api/useCall.ts';
import { usePages } from '../api/usePages.ts';
import { FilterText } from '../ui/FilterText.tsx';
import { ago, counted, dateTime, grouped } from '../ui/format.ts';
import { Loaded } from '../ui/Loading.tsx';
import { LoadMore } from '../ui/LoadMore.tsx';
import { anyText, useUrlFilter } from '../ui/useUrlFilter.ts';
import { grantName, PROVIDER_NAMES } from './sentences.ts';

const EVERY_MS = 30_000;
const DISCORD_ID = /^\d{17,20}$/;
const FILTERS = { subject: anyText };
const STATE_NAMES: Readonly<Record<Grant['state'], string>> = {
	active: 'Active',
	scheduled: 'Scheduled',
	ended: 'Ended',
};
const REASONS: Readonly<Record<GrantSummary['rejected'][number]['reason'], string>> = {
	headers: 'without the headers of a signature',
	signature: 'with a wrong signature',
	time: 'too old or ahead of time',
	size: 'over 64 KiB',
	body: 'with invalid fields',
	replayed: 'sent again',
};
const SIGNER_NAMES = { billing: 'the billing service', discord: 'Discord' } as const;

/** The operators' page of grants: counts by plan and provider, what reports them, and all of them. */
export default function Grants() {
	const summary = useCall('grantSummary', {}, { refreshInterval: EVERY_MS });
	const [{ subject = '' }, change] = useUrlFilter(FILTERS);
	const isId = DISCORD_ID.test(subject);
	return (
		<>
			<div className="page-head">
				<h1>Grants</h1>
				<div className="tools" role="search">
					<FilterText
						label="Person or server (Discord ID)"
						maxLength={20}
						value={subject}
						error={subject === '' || isId ? null : 'A Discord ID has 17 to 20 digits.'}
						change={(text) => change('subject', text)}
					/>
				</div>
			</div>
			<div className="grant-cards">
				<Loaded call={summary} rows={4}>
					{({ data }) => (
						<>
							<Plans plans={data.plans} />
							<Sources summary={data} />
						</>
					)}
				</Loaded>
				<AllGrants key={subject} subject={isId ? subject : null} />
			</div>
		</>
	);
}

function Plans({ plans }: Pick<GrantSummary, 'plans'>) {
	if (plans.length === 0) return null;
	return (
		<section className="card">
			<h2>By plan</h2>
			<table className="regions grant-counts">
				<thead>
					<tr>
						<th scope="col">Plan</th>
						<th scope="col">From</th>
						<th scope="col">Active</th>
						<th scope="col">New in 30 days</th>
						<th scope="col">Ended in 30 days</th>
						<th scope="col">Ending in 30 days</th>
					</tr>
				</thead>
				<tbody>
					{plans.map(({ plan, planName, provider, active, new: began, ended, ending }) => (
						<tr key={`${provider} ${plan}`}>
							<th scope="row">{planName ?? 'No plan'}</th>
							<td data-term="From">{PROVIDER_NAMES[provider]}</td>
							<td data-term="Active">{grouped(active)}</td>
							<td data-term="New in 30 days">{grouped(began)}</td>
							<td data-term="Ended in 30 days">{grouped(ended)}</td>
							<td data-term="Ending in 30 days">{grouped(ending)}</td>
						</tr>
					))}
				</tbody>
			</table>
		</section>
	);
}

/** What reports grants, and what was wrong with it. */
function Sources({ summary: { discord, signers, rejected } }: { summary: GrantSummary }) {
	return (
		<section className="card">
			<h2>Where grants come from</h2>
			<ul className="grant-sources">
				<li>
					{discord === null
						? "Discord's store: no plan of PLANS has a discordSku."
						: discord.readAt === null
							? "Discord's store: the list of entitlements has not been read yet."
							: `Discord's store: the list of entitlements was read ${ago(discord.readAt)}.`}
					{discord?.problem && <span className="bad"> The latest attempt failed: {discord.problem}</span>}
				</li>
				<li>
					{signers.discord
						? 'Events of Discord are accepted at /discord/events.'
						: 'Events of Discord are not accepted: DISCORD_PUBLIC_KEY is not set.'}
				</li>
				<li>
					{signers.billing
						? 'Events of a billing service are accepted at /billing/events.'
						: 'Events of a billing service are not accepted: BILLING_SECRETS is not set.'}
				</li>
				{rejected.map(({ signer, reason, count, lastAt }) => (
					<li key={`${signer} ${reason}`} className={reason === 'replayed' ? 'dim' : 'bad'}>
						Rejected in the last 7 days: {counted(count, 'event')} of {SIGNER_NAMES[signer]} {REASONS[reason]}, the last
						one {ago(lastAt)}.
					</li>
				))}
			</ul>
		</section>
	);
}

function AllGrants({ subject }: { subject: string | null }) {
	const pages = usePages('grants', subject === null ? {} : { subject }, EVERY_MS);
	return (
		<section className="card">
			<h2>{subject === null ? 'All grants' : 'Matching grants'}</h2>
			<Loaded call={pages} rows={8}>
				{(grants: readonly Grant[]) => (
					<>
						{grants.length === 0 ? (
							<p className="empty">
								{subject === null ? (
									<>
										No grants yet. <span className="mono">dropwire grants add</span> gives a person or server a plan.
									</>
								) : (
									'No grant matches.'
								)}
							</p>
						) : (
							<GrantTable grants={grants} />
						)}
						<LoadMore more={pages.more} />
					</>
				)}
			</Loaded>
		</section>
	);
}

function GrantTable({ grants }: { grants: readonly Grant[] }) {
	return (
		<table className="regions">
			<thead>
				<tr>
					<th scope="col">Person or server</th>
					<th scope="col">Plan</th>
					<th scope="col">From</th>
					<th scope="col">State</th>
					<th scope="col">Starts</th>
					<th scope="col">Ends</th>
				</tr>
			</thead>
			<tbody>
				{grants.map((grant) => (
					<tr key={grant.id}>
						<th scope="row">
							{grant.subjectName !== null && <b>{grant.subjectName} </b>}
							<span className="mono dim">{grant.subjectId}</span>
							{grant.subject === 'guild' && <span className="dim"> (server)</span>}
						</th>
						<td data-term="Plan">{grantName(grant)}</td>
						<td data-term="From">{PROVIDER_NAMES[grant.provider]}</td>
						<td data-term="State">{STATE_NAMES[grant.state]}</td>
						<td data-term="Starts">{dateTime(grant.startsAt)}</td>
						<td data-term="Ends">{endText(grant)}</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}

function endText({ endsAt, provider }: Grant): string {
	if (endsAt !== null) return dateTime(endsAt);
	// Discord names the end of a subscription only once it was cancelled.
	return provider === 'discord' ? 'No end known' : 'No end date';
}
