import '../theme/overlays.ts';
import type { CallOutput, Contract } from '@dropwire/contract';
import { Checkbox, Modal, Textarea } from '@mantine/core';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { refresh } from '../api/useCall.ts';
import { DialogForm } from '../ui/FormModal.tsx';
import { flushDeletions } from '../ui/Undo.tsx';
import { counted } from '../ui/format.ts';
import { NO_TERMS, termsOf } from './terms.ts';
import { TermsFields } from './TermsFields.tsx';

type Result = CallOutput<Contract['bulkUsers']>;

/** Adds many clients with the same terms. The first step shows what happens to each id, the second one does it. */
export function AddMany({ opened, close }: { opened: boolean; close(): void }) {
	return (
		<Modal opened={opened} onClose={close} title="Add many clients" centered>
			<AddManyForm close={close} />
		</Modal>
	);
}

function AddManyForm({ close }: { close(): void }) {
	const [ids, setIds] = useState('');
	const [terms, setTerms] = useState(NO_TERMS);
	const [update, setUpdate] = useState(false);
	const [previewed, setPreviewed] = useState<{ of: string; result: Result } | null>(null);
	const input = {
		discordIds: ids.split(/[^\p{L}\p{N}]+/u).filter(Boolean),
		...termsOf(terms),
		existing: update ? ('update' as const) : ('keep' as const),
	};
	const asked = JSON.stringify(input);
	// A preview of what has been edited since, also while it was read, does not show what would happen.
	const preview = previewed?.of === asked ? previewed.result : null;
	const wanted = (preview?.counts.added ?? 0) + (preview?.counts.changed ?? 0);
	const isReady = preview !== null && preview.counts.refused === 0 && wanted > 0;

	async function run() {
		// A deleted user can be added again at once.
		await flushDeletions();
		const result = await api.bulkUsers({ ...input, dryRun: !isReady });
		setPreviewed({ of: asked, result });
		if (result.applied) await refresh('users', 'accessRequests', 'operatorCounts');
		// An id can be refused since the preview, which then shows it: somebody else may have made that person an admin.
		return result.applied;
	}

	return (
		<DialogForm
			close={close}
			submit={{ label: isReady ? `Save ${counted(wanted, 'client')}` : 'Preview', run, isPreview: !isReady }}
			fields={['discordIds', 'plan', 'expiresAt', 'note']}
		>
			{(errorFor) => (
				<>
					<Textarea
						label="Discord IDs"
						description="Up to 500, separated by spaces, commas or lines."
						required
						autosize
						minRows={3}
						maxRows={8}
						classNames={{ input: 'mono' }}
						value={ids}
						onChange={(event) => setIds(event.currentTarget.value)}
						error={errorFor('discordIds')}
						data-autofocus
					/>
					<TermsFields terms={terms} change={setTerms} errorFor={errorFor} />
					<Checkbox
						label="Also set this plan, expiry and note for clients who are already on the list"
						checked={update}
						onChange={(event) => setUpdate(event.currentTarget.checked)}
					/>
					{preview && <Preview result={preview} />}
				</>
			)}
		</DialogForm>
	);
}

const OUTCOME_WORDS = {
	added: 'new',
	changed: 'changed',
	removed: 'removed',
	unchanged: 'unchanged',
	refused: 'error',
};

function Preview({ result: { data, counts } }: { result: Result }) {
	const summary = (['added', 'changed', 'unchanged', 'refused'] as const)
		.filter((outcome) => counts[outcome] > 0)
		.map((outcome) => `${counts[outcome]} ${OUTCOME_WORDS[outcome]}`);
	return (
		<div role="status">
			<p style={{ margin: 0 }}>
				{summary.join(', ')}
				{counts.refused > 0 && '. Correct the ids with an error: nobody is added until then.'}
			</p>
			<ul className="rows scroll-list" aria-label="Outcome of each id" tabIndex={0}>
				{data.map(({ discordId, outcome, problem }, index) => (
					<li key={`${discordId} ${index}`} className="row">
						<span className="mono grow">{discordId}</span>
						<span className={problem ? 'bad' : 'dim'}>{problem ?? OUTCOME_WORDS[outcome]}</span>
					</li>
				))}
			</ul>
		</div>
	);
}
