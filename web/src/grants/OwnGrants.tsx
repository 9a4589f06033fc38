import './grants.css';
import type { Grant } from '@dropwire/contract';
import { usePages } from '../api/usePages.ts';
import { useCall } from '../api/useCall.ts';
import { counted } from '../ui/format.ts';
import { Loaded } from '../ui/Loading.tsx';
import { LoadMore } from '../ui/LoadMore.tsx';
import { GetPremium } from './GetPremium.tsx';
import { grantName, grantTimes, PROVIDER_NAMES } from './sentences.ts';

const EVERY_MS = 10_000;

/**
 * The plans of a person and of the servers that they manage: what, until when, and from where.
 * @param subject for operators, to whom the call without it returns everybody's
 */
export function OwnGrants({ subject }: { subject?: string }) {
	const call = usePages('grants', subject === undefined ? {} : { subject }, EVERY_MS);
	const site = useCall('site', {}, { revalidateOnFocus: false });
	// Without a plan and without a store there is nothing to say.
	if (call.data?.length === 0 && !site.data?.storeUrl) return null;
	return (
		<section className="card" aria-labelledby="plans">
			<h2 id="plans">Plans</h2>
			<Loaded call={call} rows={2}>
				{(grants: readonly Grant[]) => (
					<>
						<Grants grants={grants} />
						<LoadMore more={call.more} />
					</>
				)}
			</Loaded>
		</section>
	);
}

function Grants({ grants }: { grants: readonly Grant[] }) {
	const current = grants.filter(({ state }) => state !== 'ended');
	const ended = grants.filter(({ state }) => state === 'ended');
	const isLeaving = current.every(({ provider, endsAt }) => provider !== 'discord' || endsAt !== null);
	const was = [...current, ...ended].some(({ provider }) => provider === 'discord');
	return (
		<>
			{current.length === 0 && <p className="dim">You have no active plan.</p>}
			<GrantList grants={current} />
			{isLeaving && (
				<p>
					<GetPremium label={was ? 'Renew in Discord' : 'Get premium'} />
				</p>
			)}
			{ended.length > 0 && (
				<details>
					<summary>{counted(ended.length, 'ended plan')}</summary>
					<GrantList grants={ended} />
				</details>
			)}
		</>
	);
}

function GrantList({ grants }: { grants: readonly Grant[] }) {
	return (
		<ul className="rows">
			{grants.map((grant) => (
				<li key={grant.id} className="row grant-row">
					<p>
						<b>{grantName(grant)}</b>
						{grant.subject === 'guild' && ` for the server ${grant.subjectName ?? grant.subjectId}`}
					</p>
					<p className="dim">
						{PROVIDER_NAMES[grant.provider]}. {grantTimes(grant)}.
					</p>
				</li>
			))}
		</ul>
	);
}
