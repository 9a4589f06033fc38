import { type CallOutput, type Contract, TOPICS } from '@dropwire/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { api } from '../api/client.ts';
import { isOldPreview } from '../api/conflicts.ts';
import { useAttempt } from '../api/useAttempt.ts';
import { refresh } from '../api/useCall.ts';
import { counted } from '../ui/format.ts';
import { type changesOf, topicKey } from './matrixChanges.ts';

type Plan = CallOutput<Contract['bulkWebhooks']>;

/**
 * The step that applies the changes of the matrix, all of them or none, after the server has said what it would do.
 * @param left the number of subscriptions after the step; with the last one the webhook is removed
 */
export function MatrixPlan({
	changes: { rows, added, removed },
	left,
	applied,
	discard,
}: {
	changes: ReturnType<typeof changesOf>;
	left: number;
	/** Called once the changes are saved. */
	applied(): void;
	discard(): void;
}) {
	const [plan, setPlan] = useState<Plan | null>(null);
	const { busy, error, attempt } = useAttempt();
	const navigate = useNavigate();

	const preview = () => attempt(async () => setPlan(await api.bulkWebhooks({ rows, dryRun: true })));
	const apply = () =>
		attempt(async () => {
			await api.bulkWebhooks({ rows, ...(plan && { planId: plan.planId }) }).catch((failure: unknown) => {
				// Only a new preview can be applied.
				if (isOldPreview(failure)) setPlan(null);
				throw failure;
			});
			if (left === 0) void navigate('/dashboard/settings/allwebhooks');
			else await refresh('webhook');
			applied();
			await refresh('operatorCounts');
		});

	const refused = plan?.counts['refused'] ?? 0;
	const text = [
		added > 0 && `add to ${counted(added, 'group')}`,
		removed > 0 && `remove from ${counted(removed, 'group')}`,
	]
		.filter(Boolean)
		.join(', ');
	return (
		<div className="matrix-plan" role="group" aria-label="Changes">
			{plan && (
				<ul>
					{plan.data.map(({ row, outcome, problems, kept }) => (
						<li key={row} {...(outcome === 'refused' && { className: 'bad' })}>
							{nameOf(rows[row])}:{' '}
							{kept
								? 'not removed, it has another URL now'
								: outcome === 'refused'
									? Object.values(problems ?? {}).join('; ')
									: outcome}
						</li>
					))}
				</ul>
			)}
			{left === 0 && <p className="bad">Without a list, the webhook is deleted from Dropwire.</p>}
			{error && (
				<p className="bad" role="alert">
					{error}
				</p>
			)}
			<div className="actions">
				<span>{text.charAt(0).toUpperCase() + text.slice(1)}</span>
				<Button variant="default" onClick={discard}>
					Discard
				</Button>
				{plan ? (
					<Button loading={busy} disabled={refused > 0} onClick={() => void apply()}>
						Apply
					</Button>
				) : (
					<Button loading={busy} onClick={() => void preview()}>
						Preview
					</Button>
				)}
			</div>
		</div>
	);
}

function nameOf(row: Parameters<typeof topicKey>[0] | undefined): string {
	const topic = row && TOPICS.find((one) => topicKey(one) === topicKey(row));
	return topic ? `${topic.toolsName} · ${topic.region}` : '';
}
