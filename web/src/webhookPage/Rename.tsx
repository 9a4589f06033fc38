import { LIMITS, type WebhookDetails } from '@dropwire/contract';
import { TextInput } from '@mantine/core';
import { Pencil } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { api } from '../api/client.ts';
import { notAsSeen } from '../api/conflicts.ts';
import { readCall, reasonOf, refresh } from '../api/useCall.ts';
import { nameOf } from './rows.ts';

/** The label as a heading. A click edits it: Enter saves it for all of the webhook's groups, Escape keeps the old one. */
export function Rename({ webhook }: { webhook: WebhookDetails }) {
	const { id, label } = webhook;
	/** The edited label, and the one that it began with: another operator may save a different one in the meantime. */
	const [draft, setDraft] = useState<{ text: string; from: string } | null>(null);
	const [error, setError] = useState<string | null>(null);
	const [busy, setBusy] = useState(false);
	const button = useRef<HTMLButtonElement>(null);
	const edited = useRef(false);
	useEffect(() => {
		// The focused field disappears, so focus returns to the button.
		if (edited.current && draft === null) button.current?.focus();
		edited.current = draft !== null;
	}, [draft]);

	async function submit(event: FormEvent) {
		event.preventDefault();
		if (!draft || busy) return;
		setBusy(true);
		try {
			if (draft.text.trim() !== draft.from) {
				await api.webhookChange({ id, label: draft.text, before: { label: draft.from } });
			}
			await refresh('webhook');
			setDraft(null);
			setError(null);
		} catch (failure) {
			if (notAsSeen(failure)) {
				const { data } = await readCall('webhook', { id });
				setDraft({ ...draft, from: data.label ?? '' });
				setError(`${failure.message} Press Enter again to replace it.`);
			} else setError(reasonOf(failure, 'label'));
		} finally {
			setBusy(false);
		}
	}

	if (draft !== null) {
		return (
			<form onSubmit={(event) => void submit(event)}>
				<TextInput
					aria-label="Label"
					required
					autoFocus
					maxLength={LIMITS.label}
					value={draft.text}
					// What is typed while the label is saved would be cleared with the draft.
					readOnly={busy}
					error={error}
					onChange={(event) => setDraft({ ...draft, text: event.currentTarget.value })}
					onKeyDown={(event) => {
						if (event.key !== 'Escape') return;
						setDraft(null);
						setError(null);
					}}
				/>
			</form>
		);
	}
	// Only rows in operator groups have a label.
	if (label === null) return <h1>{nameOf(webhook)}</h1>;
	return (
		<h1>
			<button
				type="button"
				className="rename"
				ref={button}
				title="Rename"
				onClick={() => setDraft({ text: label, from: label })}
			>
				{label}
				<Pencil size={16} aria-hidden="true" />
				<span className="visually-hidden"> (rename)</span>
			</button>
		</h1>
	);
}
