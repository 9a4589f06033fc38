import { Button, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { api } from '../data/client.ts';
import { ask, reasonOf, refresh, useCall } from '../data/useCall.ts';
import { useOutcome } from '../data/useOutcome.ts';
import { Banner } from '../shell/Banner.tsx';
import { Loaded } from '../shell/Loading.tsx';

/** The spinner stands for a moment, the message for a while (spec 1, section 9). */
const DELAY_MS = 1000;
const BANNER_MS = 8000;

/** The broadcast list as one text: its webhooks get every notification. */
export function Broadcast() {
	// Edited as a whole, it is asked for anew whenever the screen is opened.
	const question = useCall('webhooks', {}, { dedupingInterval: 0 });
	return (
		<>
			<div className="page-head">
				<h1>Webhooks</h1>
			</div>
			<p className="dim">
				These webhooks get every notification, whatever its topic. The list is a JSON array of URLs.
			</p>
			<Loaded question={question} rows={6}>
				{(webhooks) => <Form webhooks={webhooks} />}
			</Loaded>
		</>
	);
}

const textOf = (webhooks: readonly string[]) => JSON.stringify(webhooks, null, 2);

function Form({ webhooks }: { webhooks: readonly string[] }) {
	const saved = textOf(webhooks);
	/** What is being written, and the list that it began with; until then the saved list stands, however it changes. */
	const [draft, setDraft] = useState<{ text: string; from: string } | null>(null);
	const text = draft?.text ?? saved;
	const changed = draft !== null && draft.from !== saved;
	const [busy, setBusy] = useState(false);
	const [outcome, setOutcome] = useOutcome(BANNER_MS);

	async function submit(event: FormEvent) {
		event.preventDefault();
		setOutcome(null);
		const list = parsed(text);
		if (changed) return;
		if (!list) {
			setOutcome({
				bad: true,
				text: 'Error: this is not a JSON array of texts, such as ["https://discord.com/api/webhooks/…"].',
			});
			return;
		}
		setBusy(true);
		await new Promise((resolve) => setTimeout(resolve, DELAY_MS));
		try {
			// Another admin's addition must not be overwritten unseen.
			if (textOf(await ask('webhooks', {})) === (draft?.from ?? saved)) {
				await api.webhooksReplace({ body: list });
				setOutcome({ bad: false, text: 'Webhooks updated successfully' });
				await refresh('webhooks');
				setDraft(null);
			} else await refresh('webhooks');
		} catch (error) {
			setOutcome({ bad: true, text: `Error: ${reasonOf(error)}` });
		}
		setBusy(false);
	}

	return (
		<form onSubmit={(event) => void submit(event)} style={{ maxWidth: 880 }}>
			<Textarea
				label="Enter the Webhooks"
				required
				autosize
				minRows={8}
				maxRows={24}
				spellCheck={false}
				classNames={{ input: 'mono' }}
				value={text}
				onChange={(event) => setDraft({ text: event.currentTarget.value, from: draft?.from ?? saved })}
			/>
			<div role="status">
				{changed && (
					<div className="state failed">
						Somebody changed the list since you began. Updating would undo that.
						<Button variant="default" size="xs" onClick={() => setDraft(null)}>
							Take theirs
						</Button>
						<Button variant="default" size="xs" onClick={() => setDraft({ text, from: saved })}>
							Keep mine
						</Button>
					</div>
				)}
			</div>
			<Button type="submit" loading={busy} disabled={changed} mt={12}>
				Update
			</Button>
			<Banner outcome={outcome} />
		</form>
	);
}

function parsed(text: string): string[] | null {
	try {
		const value = JSON.parse(text) as unknown;
		return Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : null;
	} catch {
		return null;
	}
}
