import { maskWebhookUrl, shortenMask, type WebhookDetails } from '@dropwire/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { api } from '../api/client.ts';
import { reasonOf, refresh } from '../api/useCall.ts';
import { useUndo } from '../ui/Undo.tsx';
import { healthOf } from '../webhooks/Health.tsx';
import { newUrlAdvice, offText, testResult } from '../webhooks/texts.ts';
import { Place } from '../webhooks/Place.tsx';
import { dropMatrixDraft } from './matrixDrafts.ts';
import { deletionKey, nameOf } from './rows.ts';
import { Rename } from './Rename.tsx';
import { Replace } from './Replace.tsx';

/** The webhook's label, its place at Discord, its health, and what can be done with it. */
export function Header({ webhook }: { webhook: WebhookDetails }) {
	const { id, value, health, place, image, subscriptions } = webhook;
	const navigate = useNavigate();
	const { remove } = useUndo();
	const [busy, setBusy] = useState<'test' | 'pause' | null>(null);
	const [note, setNote] = useState<{ bad: boolean; text: string } | null>(null);
	const [replacing, setReplacing] = useState(false);
	const paused = subscriptions.filter(({ options }) => options.paused).length;
	const resumes = paused === subscriptions.length;

	async function attempt(what: 'test' | 'pause', work: () => Promise<{ bad: boolean; text: string } | null>) {
		setBusy(what);
		setNote(null);
		try {
			setNote(await work());
		} catch (error) {
			setNote({ bad: true, text: `Error: ${reasonOf(error)}` });
		}
		await refresh('webhook');
		setBusy(null);
	}
	const test = () => attempt('test', async () => testResult((await api.webhookTest({ url: value })).data));
	const pause = () =>
		attempt('pause', async () => {
			await api.webhookChange({ id, paused: !resumes });
			return null;
		});
	function erase() {
		const name = nameOf(webhook);
		remove(deletionKey(id), { done: `Deleted ${name}`, infinitive: `delete ${name}` }, async () => {
			try {
				await api.webhookRemove({ id });
				dropMatrixDraft(id);
			} finally {
				await refresh('allWebhooks', 'operatorCounts');
			}
		});
		void navigate('/dashboard/settings/allwebhooks');
	}

	const { tone, text } = healthOf(health);
	// The advice of a failed test is that of the webhook's state, which is shown below.
	const shown = note && !(note.bad && !health.active) ? note : null;
	return (
		<>
			<div className="page-head webhook-head">
				<div className="identity">
					{image && <img src={image} alt="" width={40} height={40} />}
					<div>
						<Rename webhook={webhook} />
						<p className="dim where">
							<Place place={place} /> <code>{shortenMask(maskWebhookUrl(value))}</code>
						</p>
					</div>
				</div>
				<div className="tools">
					<Button variant="default" loading={busy === 'test'} onClick={() => void test()}>
						Test
					</Button>
					<Button variant="default" loading={busy === 'pause'} onClick={() => void pause()}>
						{resumes ? 'Resume' : 'Pause'}
					</Button>
					<Button variant="default" aria-expanded={replacing} onClick={() => setReplacing(!replacing)}>
						Replace everywhere
					</Button>
					<Button variant="default" onClick={erase}>
						Delete
					</Button>
				</div>
			</div>
			<p className="webhook-health">
				<span className={`dot ${tone}`} aria-hidden="true" />
				<span className={tone === 'bad' ? 'bad' : ''}>{health.active ? text : offText(health.offReason)}</span>
				{paused > 0 && (
					<span className="pill dim">{resumes ? 'paused' : `${paused} of ${subscriptions.length} paused`}</span>
				)}
			</p>
			{shown && (
				<p className={shown.bad ? 'bad' : 'good'} role={shown.bad ? 'alert' : 'status'}>
					{shown.text}
				</p>
			)}
			{(replacing || !health.active || newUrlAdvice(health.lastReason)) && <Replace key={id} webhook={webhook} />}
		</>
	);
}
