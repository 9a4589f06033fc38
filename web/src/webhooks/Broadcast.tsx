import { ApiError, type CallOutput, type Contract } from '@dropwire/contract';
import { Button, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { api } from '../api/client.ts';
import { reasonOf, refresh, useCall } from '../api/useCall.ts';
import { isStale } from '../api/conflicts.ts';
import { useOutcome } from '../ui/useOutcome.ts';
import { Banner } from '../ui/Banner.tsx';
import { Loaded } from '../ui/Loading.tsx';
import { BroadcastList } from './BroadcastList.tsx';

/** Minimum display time of the spinner and the success message, ms (spec 1, section 9). */
const DELAY_MS = 1000;
const BANNER_MS = 8000;
/** How often the list is read while the page is visible, ms. */
const EVERY_MS = 5000;

/** The broadcast list as one JSON text. Its webhooks get every notification. */
export function Broadcast() {
	// Users edit the list as a whole, so it is read again whenever the screen opens.
	const call = useCall('broadcastList', {}, { refreshInterval: EVERY_MS, dedupingInterval: 0 });
	return (
		<>
			<div className="page-head">
				<h1>Webhooks</h1>
			</div>
			<p className="dim">
				These webhooks get every notification, whatever its topic. The list is a JSON array of URLs.
			</p>
			<Loaded call={call} rows={6}>
				{(list) => <Form list={list} />}
			</Loaded>
			<BroadcastList call={call} />
		</>
	);
}

type List = CallOutput<Contract['broadcastList']>;

function Form({ list: { data, version } }: { list: List }) {
	/** The edited text and the version that it is based on; null shows the saved list, including later changes. */
	const [draft, setDraft] = useState<{ text: string; from: string } | null>(null);
	const saved = data.map(({ webhook }) => webhook);
	const text = draft?.text ?? JSON.stringify(saved, null, 2);
	const changed = draft !== null && draft.from !== version;
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
				text: 'Error: this is not a JSON array of strings, such as ["https://discord.com/api/webhooks/…"].',
			});
			return;
		}
		setBusy(true);
		await new Promise((resolve) => setTimeout(resolve, DELAY_MS));
		try {
			await api.webhooksReplace({ body: list, version: draft?.from ?? version });
			setOutcome({ bad: false, text: 'Webhooks updated successfully' });
			await refresh('broadcastList');
			setDraft(null);
		} catch (error) {
			// The list as somebody else has saved it brings the choice between their list and this text.
			if (isStale(error)) await refresh('broadcastList');
			else setOutcome({ bad: true, text: `Error: ${entryError(error) ?? reasonOf(error)}` });
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
				// What is typed while the list is saved would be cleared with the draft.
				readOnly={busy}
				onChange={(event) => setDraft({ text: event.currentTarget.value, from: draft?.from ?? version })}
			/>
			<div role="status">
				{changed && (
					<div className="state failed">
						Someone else changed the list while you were editing. Updating would overwrite their change.
						<Button variant="default" size="xs" onClick={() => setDraft(null)}>
							Discard my edits
						</Button>
						<Button variant="default" size="xs" onClick={() => setDraft({ text, from: version })}>
							Keep my edits
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

/** The server identifies a rejected entry by its index, which starts at 0; users count from 1. */
function entryError(error: unknown): string | null {
	const [index, problem] = Object.entries(error instanceof ApiError ? error.fields : {})[0] ?? [];
	return index !== undefined && /^\d+$/.test(index) ? `webhook ${Number(index) + 1} of the list ${problem}.` : null;
}

function parsed(text: string): string[] | null {
	try {
		const value = JSON.parse(text) as unknown;
		return Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : null;
	} catch {
		return null;
	}
}
