import type { CallOutput, Contract, SetupChange } from '@dropwire/contract';
import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useParams } from 'react-router-dom';
import { api } from '../api/client.ts';
import { reasonOf, useCall } from '../api/useCall.ts';
import { flushDeletions } from '../ui/Undo.tsx';
import { counted } from '../ui/format.ts';
import { notify } from '../ui/notices.ts';
import { useMounted } from '../ui/useMounted.ts';
import { refreshServer, refreshTargets } from './refresh.ts';

type Plan = CallOutput<Contract['serverSetup']>;
type Outcome = Plan['data'][number]['outcome'];

/** What the preview says before the step is applied. */
const TEXTS: Readonly<Record<Outcome, string>> = {
	added: 'will be added',
	repaired: 'will work again',
	removed: 'will be removed',
	unchanged: 'already set up',
	refused: 'not possible',
};
const ORDER: readonly Outcome[] = ['refused', 'added', 'repaired', 'removed', 'unchanged'];

/** Previews changes of a server's links, then applies all of them or none and shows the result. */
export function SetupPlan({
	guildId,
	changes,
	apply: applyElsewhere,
	done,
}: {
	guildId: string;
	changes: readonly SetupChange[];
	/** Applies the changes instead of the server call. */
	apply?: (() => void) | undefined;
	done(): void;
}) {
	const { guildId: shown } = useParams();
	const guilds = useCall('guildList', {});
	const server = guilds.data?.data.data.find((guild) => guild.guildId === guildId)?.guildName ?? 'the server';
	const buttons = useRef<HTMLDivElement>(null);
	const [plan, setPlan] = useState<Plan | null>(null);
	const [busy, setBusy] = useState(false);
	const [error, setError] = useState<string | null>(null);
	const mounted = useMounted();

	async function attempt(work: () => Promise<void>) {
		setBusy(true);
		setError(null);
		try {
			await work();
		} catch (failure) {
			setError(`Error: ${reasonOf(failure)}`);
			await refreshTargets(failure);
		}
		setBusy(false);
	}
	const run = async (dryRun: boolean) => {
		await flushDeletions();
		return api.serverSetup({
			guildId,
			changes: [...changes],
			dryRun,
			...(plan && !dryRun && { planId: plan.planId }),
		});
	};
	const preview = () => attempt(async () => setPlan(await run(true)));
	const apply = () =>
		attempt(async () => {
			let isCurrent = true;
			if (applyElsewhere) applyElsewhere();
			else {
				const { data, added } = await run(false);
				// The user may have chosen other changes in the meantime. Later, the new links replace the plan, too.
				isCurrent = mounted.current;
				await refreshServer();
				notify(whatWasDone(data, server), {
					to: guildId === shown ? null : `/dashboard/admin/${guildId}`,
					undo: canTakeBack(data) ? () => takeBack(guildId, added) : null,
				});
			}
			if (isCurrent) done();
		});
	// After a preview, the next thing to do is to apply it.
	useEffect(() => {
		if (plan) buttons.current?.querySelector<HTMLElement>('button:enabled:last-of-type')?.focus();
	}, [plan]);
	const count = (outcome: Outcome) => plan?.data.filter((row) => row.outcome === outcome).length ?? 0;
	const effective = ORDER.some((outcome) => outcome !== 'refused' && outcome !== 'unchanged' && count(outcome) > 0);

	return (
		<div className="setup-plan" role="group" aria-label="Changes">
			{plan && (
				<>
					<p role="status" style={{ margin: 0 }}>
						{ORDER.filter((outcome) => count(outcome) > 0)
							.map((outcome) => `${counted(count(outcome), 'link')} ${TEXTS[outcome]}`)
							.join(', ')}
					</p>
					<ul tabIndex={0} aria-label="Every change">
						{plan.data.map(({ outcome, region, toolsName, target, problem }, index) => (
							<li key={index} {...(outcome === 'refused' && { className: 'bad' })}>
								{toolsName} · {region} {target && `→ ${target}`}: {problem ?? TEXTS[outcome]}
							</li>
						))}
					</ul>
				</>
			)}
			{error && (
				<p className="bad" role="alert">
					{error}
				</p>
			)}
			<div className="plan-actions" ref={buttons}>
				{plan ? (
					<>
						<Button variant="default" loading={busy} onClick={() => void preview()}>
							Preview again
						</Button>
						<Button loading={busy} disabled={count('refused') > 0 || !effective} onClick={() => void apply()}>
							Apply
						</Button>
					</>
				) : (
					<Button loading={busy} disabled={changes.length === 0} onClick={() => void preview()}>
						Preview
					</Button>
				)}
			</div>
		</div>
	);
}

/** What an applied step did: `17 links added to Restock Radar`. */
function whatWasDone(data: Plan['data'], server: string): string {
	const count = (outcome: Outcome) => data.filter((row) => row.outcome === outcome).length;
	const [added, repaired, removed] = [count('added'), count('repaired'), count('removed')];
	return [
		added > 0 && `${counted(added, 'link')} added to ${server}`,
		repaired > 0 && `${counted(repaired, 'link')} of ${server} ${repaired === 1 ? 'works' : 'work'} again`,
		removed > 0 && `${counted(removed, 'link')} removed from ${server}`,
	]
		.filter(Boolean)
		.join(', ');
}

/** Whether a step has only added links: a repaired link had a webhook that Discord rejects. */
function canTakeBack(data: Plan['data']): boolean {
	const done = new Set(data.map(({ outcome }) => outcome).filter((outcome) => outcome !== 'unchanged'));
	return done.size === 1 && done.has('added');
}

/** Removes the links that a step has added. */
async function takeBack(guildId: string, added: readonly string[]): Promise<void> {
	try {
		await api.serverSetup({ guildId, changes: added.map((id) => ({ action: 'REMOVE', id })) });
	} finally {
		await refreshServer();
	}
}
