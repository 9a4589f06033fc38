import type { Health } from '@dropwire/bff/contract';
import { ActionIcon, Checkbox, TextInput } from '@mantine/core';
import { Check, Pencil, Send, Trash2, X } from 'lucide-react';
import { Fragment, type Ref, useEffect, useId, useRef, useState } from 'react';
import { api } from '../data/client.ts';
import { duration } from '../data/time.ts';
import { reasonOf } from '../data/useCall.ts';
import { HealthDot } from './Health.tsx';
import { masked } from './masked.ts';

export interface WebhookRowProps {
	/** Names the row for people; null in a guild's channel, where rows have no label. */
	label: string | null;
	url: string;
	health: Health;
	/** The field that the server names when the URL is wrong. */
	field: string;
	save(url: string): Promise<unknown>;
	remove(): void;
	/** Where rows can be chosen for deleting together. */
	chosen?: boolean;
	choose?(chosen: boolean): void;
	/** `div` where rows do not stand in a list element. */
	element?: 'li' | 'div';
	/** It must not go out of sight now. */
	onEditing?(editing: boolean): void;
}

/** One webhook: locked until edit is pressed, its URL masked until then; save, test, delete. */
export function WebhookRow({
	label,
	url,
	health,
	field,
	save,
	remove,
	chosen,
	choose,
	element: Element = 'li',
	onEditing,
}: WebhookRowProps) {
	const [draft, write] = useState<string | null>(null);
	const setDraft = (text: string | null) => {
		if ((text === null) !== (draft === null)) onEditing?.(text !== null);
		write(text);
	};
	const form = useId();
	const edit = useRef<HTMLButtonElement>(null);
	const edited = useRef(false);
	useEffect(() => {
		// The field goes with the focus in it, which belongs where the editing began.
		if (edited.current && draft === null && document.activeElement === document.body) edit.current?.focus();
		edited.current = draft !== null;
	}, [draft]);
	const [busy, setBusy] = useState(false);
	const [note, setNote] = useState<{ bad: boolean; text: string } | null>(null);
	const name = label ?? masked(url);

	async function attempt(work: () => Promise<{ bad: boolean; text: string } | null>) {
		if (busy) return;
		setBusy(true);
		setNote(null);
		try {
			setNote(await work());
		} catch (error) {
			setNote({ bad: true, text: `Error: ${reasonOf(error, field)}` });
		}
		setBusy(false);
	}

	const submit = () =>
		attempt(async () => {
			await save((draft ?? url).trim());
			setDraft(null);
			return null;
		});
	const test = () =>
		attempt(async () => {
			const { data } = await api.webhookTest({ url });
			if (data.status === 'sent')
				return { bad: false, text: `Discord took the test after ${duration((data.sentAt ?? 0) - data.queuedAt)}.` };
			return { bad: true, text: `The test is ${data.status}. ${data.reason ?? ''}` };
		});
	const off = health.active ? null : `Off: ${health.offReason}. Save it again to switch it on.`;
	// What went well before it went off no longer matters.
	const shown = note?.bad ? note : off ? { bad: true, text: off } : note;

	return (
		<Element
			className={`row ${shown ? 'noted' : ''}`}
			{...(Element === 'div' && { role: 'group', 'aria-label': name })}
		>
			{choose && (
				<Checkbox
					aria-label={`Choose ${name}`}
					checked={chosen ?? false}
					onChange={(event) => choose(event.currentTarget.checked)}
					size="xs"
				/>
			)}
			<HealthDot health={health} />
			{label !== null && (
				<span className="name" title={label}>
					{label}
				</span>
			)}
			<form
				id={form}
				className="grow"
				onSubmit={(event) => {
					event.preventDefault();
					void submit();
				}}
			>
				{draft === null ? (
					<code>{masked(url)}</code>
				) : (
					<TextInput
						aria-label={`Webhook URL of ${name}`}
						type="url"
						required
						size="xs"
						autoFocus
						value={draft}
						onChange={(event) => setDraft(event.currentTarget.value)}
						onKeyDown={(event) => event.key === 'Escape' && setDraft(null)}
					/>
				)}
			</form>
			{/* Buttons of their own: one that turned into Save under a click would submit by it. */}
			{draft === null ? (
				<Fragment key="locked">
					<Action ref={edit} label={`Edit ${name}`} icon={Pencil} onClick={() => setDraft(url)} busy={busy} />
					<Action label={`Test ${name}`} icon={Send} onClick={() => void test()} busy={busy} />
				</Fragment>
			) : (
				<Fragment key="editing">
					<Action label={`Save ${name}`} icon={Check} form={form} busy={busy} />
					<Action label={`Stop editing ${name}`} icon={X} onClick={() => setDraft(null)} busy={busy} />
				</Fragment>
			)}
			<Action label={`Delete ${name}`} icon={Trash2} onClick={remove} busy={busy} />
			{shown && (
				<p className={`row-note ${shown.bad ? 'bad' : 'good'}`} role={note?.bad ? 'alert' : 'status'}>
					{shown.text}
				</p>
			)}
		</Element>
	);
}

/** A button that keeps the focus while the row is busy, and does nothing then. */
function Action({
	label,
	icon: Icon,
	onClick,
	form,
	busy,
	ref,
}: {
	label: string;
	icon: typeof Pencil;
	onClick?: () => void;
	/** The form that it submits. */
	form?: string;
	busy: boolean;
	ref?: Ref<HTMLButtonElement>;
}) {
	return (
		<ActionIcon
			variant="subtle"
			color="gray"
			size={32}
			aria-label={label}
			title={label}
			ref={ref}
			type={form ? 'submit' : 'button'}
			form={form}
			onClick={() => !busy && onClick?.()}
			data-disabled={busy}
			aria-disabled={busy}
		>
			<Icon size={16} aria-hidden="true" />
		</ActionIcon>
	);
}
