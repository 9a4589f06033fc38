import './options.css';
import { RELEASES, type SubscriptionRow } from '@dropwire/contract';
import { Button, Checkbox } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { api } from '../api/client.ts';
import { readCall, reasonOf } from '../api/useCall.ts';
import { type Draft, draftOf, optionsOf, rebase, sameOptions, trialOptions } from './draft.ts';
import { FilterFields } from './FilterFields.tsx';
import { isStale } from '../api/conflicts.ts';
import { MessageFields } from './MessageFields.tsx';
import { MessagePreview } from './MessagePreview.tsx';
import { useFrozen } from '../ui/useFrozen.ts';
import { problemsIn, problemsOf } from './problems.ts';
import { QuietFields } from './QuietFields.tsx';
import { ReleaseFields } from './ReleaseFields.tsx';
import { TrialLine } from './TrialLine.tsx';
import { useTrial } from './useTrial.ts';

interface Props {
	row: SubscriptionRow;
	saved(): unknown;
	onEdited?: ((edited: boolean) => void) | undefined;
	/** Buttons beside Save. */
	children?: ReactNode;
}

/** `changed`: somebody else has saved other options; `merged`: those were loaded, and the user's edits applied to them. */
type Outcome = 'saved' | 'changed' | 'merged' | null;

/** The options of a subscription: a draft that is tried on the last events while it is edited, and saved as a whole. */
export function OptionsForm({ row, saved, onEdited, children }: Props) {
	const [base, setBase] = useState(row);
	const [draft, setDraft] = useState(() => draftOf(row.options));
	const [busy, setBusy] = useState(false);
	const [error, setError] = useState<unknown>(null);
	const [outcome, setOutcome] = useState<Outcome>(null);
	const form = useRef<HTMLFormElement>(null);
	const frozen = useFrozen(busy);
	const tried = trialOptions(draft);
	const trial = useTrial(row.id, tried);
	const problems = { ...problemsIn(error, draft), ...problemsIn(trial.error, draft), ...problemsOf(draft) };
	const invalid = Object.keys(problems).length > 0;
	const edited = !sameOptions(optionsOf(draft), base.options);
	useEffect(() => {
		onEdited?.(edited);
		return () => onEdited?.(false);
	}, [onEdited, edited]);
	useEffect(() => {
		// The fields are marked once they have rendered the error.
		if (error !== null) focusInvalid(form.current);
	}, [error]);

	const set = (part: Partial<Draft>) => {
		setDraft((before) => ({ ...before, ...part }));
		setError(null);
		if (outcome !== 'changed') setOutcome(null);
	};
	async function attempt(work: () => Promise<Outcome>) {
		if (busy) return;
		setBusy(true);
		setError(null);
		try {
			setOutcome(await work());
		} catch (failure) {
			if (isStale(failure)) setOutcome('changed');
			else setError(failure);
		}
		setBusy(false);
	}
	const submit = (event: FormEvent): void => {
		event.preventDefault();
		if (invalid) return focusInvalid(form.current);
		void attempt(async () => {
			const { data } = await api.subscriptionEdit({ id: row.id, options: optionsOf(draft), version: base.version });
			setBase(data);
			setDraft(draftOf(data.options));
			await saved();
			return 'saved';
		});
	};
	const reload = () =>
		attempt(async () => {
			const { data } = await readCall('subscription', { id: row.id });
			setDraft(rebase(draft, base.options, data.options));
			setBase(data);
			return 'merged';
		});
	const fields = { draft, set, problems };

	return (
		<form ref={form} className="options" aria-label="Options" onSubmit={submit} noValidate>
			<div className="options-body" {...frozen}>
				<div className="options-fields">
					<Checkbox
						label="Paused"
						description="Sends and edits nothing until you resume it. Messages that are already queued still arrive."
						checked={draft.paused}
						onChange={(event) => set({ paused: event.currentTarget.checked })}
					/>
					<FilterFields {...fields} id={row.id} topic={base.topic} />
					<MessageFields {...fields} roles={base.roles} />
					<QuietFields {...fields} />
					{base.topic?.category === RELEASES && <ReleaseFields {...fields} />}
				</div>
				<MessagePreview
					id={row.id}
					options={tried}
					roles={base.roles}
					examples={trial.result?.examples ?? []}
					paused={draft.paused}
					invalid={invalid}
				/>
			</div>
			<div className="options-foot">
				<TrialLine {...trial} invalid={invalid} paused={draft.paused} />
				{error !== null && !invalid && (
					<p className="bad" role="alert">
						Error: {reasonOf(error)}
					</p>
				)}
				{outcome === 'changed' && (
					<div className="options-note" role="alert">
						<span>These options were changed elsewhere since you opened them.</span>
						<Button size="xs" variant="default" loading={busy} onClick={() => void reload()}>
							Reload and keep my edits
						</Button>
					</div>
				)}
				{outcome === 'merged' && <p role="status">Loaded the other changes. Your edits are kept; save them now.</p>}
				{outcome === 'saved' && (
					<p className="good" role="status">
						Saved.
					</p>
				)}
				<div className="form-actions">
					<Button
						variant="outline"
						className="apart"
						disabled={busy || sameOptions(optionsOf(draft), {})}
						onClick={() => set(draftOf({}))}
					>
						Clear all
					</Button>
					{children}
					<Button type="submit" loading={busy} disabled={busy || !edited || outcome === 'changed'}>
						Save
					</Button>
				</div>
			</div>
		</form>
	);
}

function focusInvalid(form: HTMLFormElement | null): void {
	form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] input')?.focus();
}
