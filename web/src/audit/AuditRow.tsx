import { type AuditEntry, undoOf } from '@dropwire/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { reasonOf, refresh } from '../api/useCall.ts';
import { ago, dateTime } from '../ui/format.ts';
import { WebhookName } from '../webhooks/WebhookName.tsx';

/** One change: who, what, when, the values before and after, and its undo where the server has one. */
export function AuditRow({ row, choose, undone }: { row: AuditEntry; choose(person: string): void; undone(): void }) {
	const { at, actor, actorName, botOwner, via, action, target, webhook, before, after, requestId } = row;
	const [outcome, setOutcome] = useState<{ bad: boolean; text: string } | null>(null);
	const [busy, setBusy] = useState(false);
	const undo = undoOf(row);

	async function run() {
		if (!undo) return;
		setBusy(true);
		try {
			await undo.run(api);
			await refresh('skus', 'hotSkus', 'skuStates');
			setOutcome({ bad: false, text: undo.done });
			undone();
		} catch (failure) {
			setOutcome({ bad: true, text: `Error: ${reasonOf(failure, 'rows.0.sku')}` });
		}
		setBusy(false);
	}

	return (
		<li className="audit-row">
			<time className="dim" dateTime={new Date(at).toISOString()} title={dateTime(at)}>
				{ago(at)}
			</time>
			<span className="who">
				{actor === null ? (
					<span className="dim">nobody signed in</span>
				) : (
					<button type="button" className="plain" onClick={() => choose(actor)} title={`Only changes by ${actor}`}>
						{actorName ?? actor}
					</button>
				)}{' '}
				<span className="dim" title={botOwner === null ? undefined : `By the bot token of ${botOwner}`}>
					{via}
				</span>
			</span>
			<span className="what">
				<b>{action}</b> {target}
				{webhook && (
					<>
						{' '}
						<WebhookName id={webhook.id} name={webhook.label ?? 'Webhook'} />
					</>
				)}
				{(before !== null || after !== null) && (
					<details>
						<summary>Values</summary>
						<Values name="Before" value={before} />
						<Values name="After" value={after} />
						{requestId && <p className="dim">Request {requestId}</p>}
					</details>
				)}
				{outcome && (
					<p role={outcome.bad ? 'alert' : 'status'} className={outcome.bad ? 'bad' : 'good'}>
						{outcome.text}
					</p>
				)}
			</span>
			{undo && (
				<Button size="compact-xs" variant="default" loading={busy} onClick={() => void run()}>
					{undo.label}
				</Button>
			)}
		</li>
	);
}

function Values({ name, value }: { name: string; value: unknown }) {
	if (value === null) return null;
	return (
		<figure>
			<figcaption className="dim">{name}</figcaption>
			<pre className="mono">{JSON.stringify(value, null, 2)}</pre>
		</figure>
	);
}
