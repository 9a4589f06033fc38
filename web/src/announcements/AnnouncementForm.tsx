import { ApiError, type CallOutput, type Contract, LIMITS, type OperatorWebhook } from '@dropwire/contract';
import { Button, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { reasonOf } from '../api/useCall.ts';
import { counted } from '../ui/format.ts';
import { useOutcome } from '../ui/useOutcome.ts';
import { Banner } from '../ui/Banner.tsx';
import type { AnnouncementText } from './useDraft.ts';
import { NOBODY, Recipients } from './Recipients.tsx';
import { useSendOnce } from './useSendOnce.ts';

/** How long the success message is shown, ms (spec 2, section 9). */
const BANNER_MS = 8000;

interface Props {
	text: AnnouncementText;
	change(text: AnnouncementText): void;
	/** The saved webhooks. */
	webhooks: readonly OperatorWebhook[];
	/** The servers that link the topic; undefined until they are loaded. */
	servers: CallOutput<Contract['announcementServers']>['data'] | undefined;
	sent(id: string): void;
}

/** Title, thumbnail, description and recipients of an announcement, and the outcome of sending it. */
export function AnnouncementForm({ text, change, webhooks, servers, sent }: Props) {
	const [recipients, setRecipients] = useState(NOBODY);
	const { busy, send } = useSendOnce();
	const [outcome, setOutcome] = useOutcome(BANNER_MS);
	const [error, setError] = useState<unknown>(null);
	const chosen = webhooks.filter(({ label }) => recipients.labels.has(label)).map(({ value }) => value);
	const linked = servers?.webhooks ?? 0;
	const toAll = recipients.allServers && linked > 0;
	const some = [...recipients.servers];
	const toServers = toAll || some.map(([guildId]) => guildId);
	const ofServers = toAll ? linked : some.reduce((sum, [, count]) => sum + count, 0);

	async function submit(event: FormEvent) {
		event.preventDefault();
		setError(null);
		if (chosen.length === 0 && ofServers === 0) {
			setOutcome({ bad: true, text: 'Error: choose at least one recipient.' });
			return;
		}
		setOutcome(null);
		try {
			const data = await send({ ...text, webhooks: chosen, ...(ofServers > 0 && { servers: toServers }) });
			if (!data) return;
			setRecipients(NOBODY);
			sent(data.id);
			setOutcome({ bad: false, text: `Sent successfully to ${counted(data.deliveries, 'webhook')}` });
		} catch (failure) {
			setError(failure);
			const shownInField = errorFor(failure, 'title', 'imageURL', 'description') !== null;
			setOutcome(shownInField ? null : { bad: true, text: `Error: ${webhookError(failure) ?? reasonOf(failure)}` });
		}
	}

	/** The props that all fields share: value, remaining characters, and error. */
	const field = (name: keyof AnnouncementText, limit: number) => {
		const left = limit - text[name].trim().length;
		return {
			required: true,
			value: text[name],
			onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
				change({ ...text, [name]: value }),
			description: left >= 0 ? `${counted(left, 'character')} left` : `${counted(-left, 'character')} too many`,
			error: errorFor(error, name) ?? left < 0,
			// Text typed during sending would be missing from the message and would be cleared with the rest.
			readOnly: busy,
			inputWrapperOrder: ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[],
		};
	};
	return (
		<form className="panel-form" onSubmit={(event) => void submit(event)}>
			<TextInput label="Title" {...field('title', LIMITS.title)} />
			<TextInput
				label="Thumbnail (URL)"
				type="url"
				placeholder="https://…"
				spellCheck={false}
				{...field('imageURL', LIMITS.url)}
			/>
			<Textarea
				label="Description"
				autosize
				minRows={6}
				maxRows={16}
				placeholder="US 9: **12 pairs**"
				{...field('description', LIMITS.description)}
			/>
			<Recipients
				labels={webhooks.map(({ label }) => label)}
				servers={servers}
				chosen={recipients}
				choose={setRecipients}
				disabled={busy}
			/>
			<div className="send">
				<Button type="submit" loading={busy}>
					Send
				</Button>
				<span className="dim">to {counted(chosen.length + ofServers, 'webhook')}</span>
			</div>
			<Banner outcome={outcome} />
		</form>
	);
}

/** The server's error for the first of these fields that has one, or null. */
function errorFor(error: unknown, ...names: string[]): string | null {
	const rejected = error instanceof ApiError && names.some((name) => error.fields[name]);
	return rejected ? `Error: ${reasonOf(error, ...names)}` : null;
}

/** The server names webhooks by their index in the request, which users do not see. */
function webhookError(error: unknown): string | null {
	const found = error instanceof ApiError && Object.entries(error.fields).find(([name]) => name.startsWith('webhooks'));
	return found ? `a selected webhook ${found[1]}. Reload the list and select again.` : null;
}
