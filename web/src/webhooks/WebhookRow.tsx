import {
	type DiscordPlace,
	type Health,
	maskWebhookUrl,
	shortenMask,
	type SubscriptionOptions,
} from '@dropwire/contract';
import { ActionIcon, Checkbox, TextInput } from '@mantine/core';
import { Check, Pause, Pencil, Play, Send, SlidersHorizontal, Trash2, X } from 'lucide-react';
import { Fragment, type Ref, useEffect, useId, useRef, useState } from 'react';
import { api } from '../api/client.ts';
import { notAsSeen } from '../api/conflicts.ts';
import { reasonOf } from '../api/useCall.ts';
import { Link } from 'react-router-dom';
import { openOptions } from '../subscriptions/OptionsPanel.tsx';
import { OptionsSummary } from '../subscriptions/OptionsSummary.tsx';
import { setPaused } from '../subscriptions/pause.ts';
import { HealthDot, LastAt } from './Health.tsx';
import { offText, testResult } from './texts.ts';
import { Place } from './Place.tsx';

export interface WebhookRowProps {
	/** Null in a server's channel, where webhooks have no label. */
	label: string | null;
	url: string;
	health: Health;
	place: DiscordPlace | null;
	/** The field under which the server reports an invalid URL. */
	field: string;
	/**
	 * Saves a URL in place of the one that the user has seen.
	 * @throws ApiError with the field `before` if somebody has changed it since
	 */
	save(url: string, seen: string): Promise<unknown>;
	remove(): void;
	/** The row's subscription, where its options can be edited; `changed` reads the row again. */
	subscription?: { id: string; options: SubscriptionOptions; changed(): Promise<unknown> };
	/** Set if users can select rows and delete them together. */
	selected?: boolean;
	select?(selected: boolean): void;
	/** `div` for rows outside a list element. */
	element?: 'li' | 'div';
	/** The path of the webhook's page, for users who have it. */
	page?: string;
	/** Called when editing starts or ends: a row that is being edited must stay rendered. */
	onEditing?(editing: boolean): void;
}

/** One webhook with its health: edit, test and delete. Its URL is masked until it is edited. */
export function WebhookRow({
	label,
	url,
	health,
	place,
	field,
	save,
	remove,
	subscription,
	selected,
	select,
	element: Element = 'li',
	onEditing,
	page,
}: WebhookRowProps) {
	const [draft, write] = useState<string | null>(null);
	const setDraft = (text: string | null) => {
		if ((text === null) !== (draft === null)) onEditing?.(text !== null);
		write(text);
	};
	/** The URL when editing began, since another user may save a different one; null after the warning about that. */
	const from = useRef<string | null>(null);
	const form = useId();
	const edit = useRef<HTMLButtonElement>(null);
	const edited = useRef(false);
	useEffect(() => {
		// The focused field disappears, so focus returns to the edit button.
		if (edited.current && draft === null && document.activeElement === document.body) edit.current?.focus();
		edited.current = draft !== null;
	}, [draft]);
	const paused = subscription?.options.paused === true;
	const [busy, setBusy] = useState(false);
	const [note, setNote] = useState<{ bad: boolean; text: string } | null>(null);
	const name = label ?? shortenMask(maskWebhookUrl(url));

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

	const begin = () => {
		from.current = url;
		setDraft(url);
	};
	const submit = () =>
		attempt(async () => {
			try {
				await save((draft ?? url).trim(), from.current ?? url);
			} catch (error) {
				if (!notAsSeen(error)) throw error;
				await subscription?.changed();
				from.current = null;
				return { bad: true, text: 'Error: someone else has changed this URL. Save again to replace it with yours.' };
			}
			setDraft(null);
			return null;
		});
	const test = () =>
		attempt(async () => {
			const { data } = await api.webhookTest(subscription ? { id: subscription.id } : { url });
			// The test can have switched the webhook off.
			await subscription?.changed();
			return testResult(data);
		});
	const pause = ({ id, changed }: NonNullable<typeof subscription>) =>
		attempt(async () => {
			await setPaused(id, !paused);
			await changed();
			return null;
		});
	const off = health.active ? null : offText(health.offReason);
	// A success from before the webhook was disabled is no longer relevant.
	const shown = note?.bad ? note : off ? { bad: true, text: off } : note;

	return (
		<Element
			className={`row ${shown ? 'noted' : ''} ${paused ? 'paused' : ''}`}
			{...(Element === 'div' && { role: 'group', 'aria-label': name })}
		>
			{select && (
				<Checkbox
					aria-label={`Select ${name}`}
					checked={selected ?? false}
					onChange={(event) => select(event.currentTarget.checked)}
					size="xs"
				/>
			)}
			<HealthDot health={health} />
			{label !== null && (
				<span className="name" title={label}>
					{page === undefined ? label : <Link to={page}>{label}</Link>}
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
					<span className="target">
						<Place place={place} />
						{(label === null || !place?.channelName) && <code>{shortenMask(maskWebhookUrl(url))}</code>}
						{subscription && <OptionsSummary options={subscription.options} />}
					</span>
				) : (
					<TextInput
						aria-label={`Webhook URL of ${name}`}
						type="url"
						required
						size="xs"
						autoFocus
						value={draft}
						// What is typed while the URL is saved would be cleared with the draft.
						readOnly={busy}
						onChange={(event) => setDraft(event.currentTarget.value)}
						onKeyDown={(event) => event.key === 'Escape' && setDraft(null)}
					/>
				)}
			</form>
			{draft === null && <LastAt health={health} />}
			<div className="row-actions">
				{/* Separate buttons: one that became Save during a click would submit the form. */}
				{draft === null ? (
					<Fragment key="locked">
						<Action ref={edit} label={`Edit ${name}`} icon={Pencil} onClick={begin} busy={busy} />
						<Action label={`Test ${name}`} icon={Send} onClick={() => void test()} busy={busy} />
						{subscription && (
							<>
								<Action
									label={`Options of ${name}`}
									icon={SlidersHorizontal}
									onClick={() => openOptions({ id: subscription.id, name, saved: subscription.changed })}
									busy={busy}
								/>
								<Action
									label={`${paused ? 'Resume' : 'Pause'} ${name}`}
									icon={paused ? Play : Pause}
									onClick={() => void pause(subscription)}
									busy={busy}
								/>
							</>
						)}
					</Fragment>
				) : (
					<Fragment key="editing">
						<Action label={`Save ${name}`} icon={Check} form={form} busy={busy} />
						<Action label={`Stop editing ${name}`} icon={X} onClick={() => setDraft(null)} busy={busy} />
					</Fragment>
				)}
				<Action label={`Delete ${name}`} icon={Trash2} onClick={remove} busy={busy} />
			</div>
			{shown && (
				<p className={`row-note ${shown.bad ? 'bad' : 'good'}`} role={note?.bad ? 'alert' : 'status'}>
					{shown.text}
				</p>
			)}
		</Element>
	);
}

/** A button that ignores clicks while the row is busy but keeps the focus. */
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
	/** The id of the form that it submits. */
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
