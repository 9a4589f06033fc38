import { ApiError, LIMITS } from '@dropwire/bff/contract';
import { Button, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { reasonOf } from '../data/useCall.ts';
import { useOutcome } from '../data/useOutcome.ts';
import { Banner } from '../shell/Banner.tsx';
import { useSendOnce } from './useSendOnce.ts';

/** How long the good news stands (spec 2, section 9). */
const BANNER_MS = 8000;

export interface AnnouncementText {
	title: string;
	imageURL: string;
	description: string;
}

interface Props {
	text: AnnouncementText;
	change(text: AnnouncementText): void;
	/** The URLs of the chosen endpoints. */
	webhooks: readonly string[];
	sent(id: string): void;
}

/** Title, thumbnail and description, and what came of sending them. */
export function AnnouncementForm({ text, change, webhooks, sent }: Props) {
	const { busy, send } = useSendOnce();
	const [outcome, setOutcome] = useOutcome(BANNER_MS);
	const [error, setError] = useState<unknown>(null);

	async function submit(event: FormEvent) {
		event.preventDefault();
		setError(null);
		if (webhooks.length === 0) {
			setOutcome({ bad: true, text: 'Error: choose at least one webhook below.' });
			return;
		}
		setOutcome(null);
		try {
			const data = await send({ ...text, webhooks: [...webhooks] });
			if (!data) return;
			sent(data.id);
			setOutcome({ bad: false, text: `Sent successfully to ${counted(data.deliveries)}` });
		} catch (failure) {
			setError(failure);
			const beside = ownOf(failure, 'title', 'imageURL', 'description') !== null;
			setOutcome(beside ? null : { bad: true, text: `Error: ${aboutWebhooks(failure) ?? reasonOf(failure)}` });
		}
	}

	/** What the fields share: the value, what is left, and what is wrong. */
	const field = (name: keyof AnnouncementText, most: number) => {
		const left = most - text[name].trim().length;
		return {
			required: true,
			value: text[name],
			onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
				change({ ...text, [name]: value }),
			description: left >= 0 ? `Characters left: ${left}` : `Characters too many: ${-left}`,
			error: ownOf(error, name) ?? left < 0,
			// What would be typed now is in no message, and goes with the rest once it is sent.
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
			<div className="send">
				<Button type="submit" loading={busy}>
					Send
				</Button>
				<span className="dim">to {counted(webhooks.length)}</span>
			</div>
			<Banner outcome={outcome} />
		</form>
	);
}

function counted(webhooks: number): string {
	return `${webhooks.toLocaleString('en')} ${webhooks === 1 ? 'webhook' : 'webhooks'}`;
}

/** The server's objection to one of these fields, or null. */
function ownOf(error: unknown, ...names: string[]): string | null {
	const objected = error instanceof ApiError && names.some((name) => error.fields[name]);
	return objected ? `Error: ${reasonOf(error, ...names)}` : null;
}

/** The server names webhooks by their place in the list, which says nothing to a person. */
function aboutWebhooks(error: unknown): string | null {
	const found = error instanceof ApiError && Object.entries(error.fields).find(([name]) => name.startsWith('webhooks'));
	return found ? `a chosen webhook ${found[1]}. Reload the list and choose again.` : null;
}
