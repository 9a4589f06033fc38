import './formModal.css';
import { ApiError } from '@dropwire/bff/contract';
import { Button, Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { reasonOf } from './useCall.ts';
import { useFocusBack } from './useFocusBack.ts';

export interface Action {
	label: string;
	run(): Promise<unknown>;
}

interface Props {
	title: string;
	opened: boolean;
	close(): void;
	/** What Enter does. */
	submit: Action;
	/** What else can be done to the same thing: deleting it. */
	other?: Action;
	/** The fields that show the server's objection beside them; others stand below the form. */
	fields: readonly string[];
	/** @param own the server's objection to a field, or null */
	children(own: (field: string) => string | null): ReactNode;
}

/** A small form in a dialog. It closes once the server has done what was asked, and says why where it has not. */
export function FormModal({ title, opened, close, ...form }: Props) {
	return (
		<Modal opened={opened} onClose={close} title={title} centered>
			<Form close={close} {...form} />
		</Modal>
	);
}

function Form({ close, submit, other, fields, children }: Omit<Props, 'title' | 'opened'>) {
	useFocusBack();
	const [busy, setBusy] = useState<Action['label'] | null>(null);
	const [error, setError] = useState<unknown>(null);
	const own = (field: string) =>
		error instanceof ApiError && error.fields[field] ? `Error: ${reasonOf(error, field)}` : null;

	async function attempt({ label, run }: Action) {
		if (busy) return;
		setBusy(label);
		setError(null);
		try {
			await run();
			close();
		} catch (failure) {
			setError(failure);
		}
		setBusy(null);
	}

	return (
		<form
			className="panel-form"
			onSubmit={(event) => {
				event.preventDefault();
				void attempt(submit);
			}}
		>
			{children(own)}
			{error !== null && fields.every((field) => own(field) === null) && (
				<p className="bad" role="alert" style={{ margin: 0 }}>
					Error: {reasonOf(error)}
				</p>
			)}
			<div className="form-actions">
				{other && (
					<Button
						variant="outline"
						className="apart"
						loading={busy === other.label}
						disabled={busy !== null}
						onClick={() => void attempt(other)}
					>
						{other.label}
					</Button>
				)}
				<Button variant="default" onClick={close}>
					Cancel
				</Button>
				<Button type="submit" loading={busy === submit.label} disabled={busy !== null}>
					{submit.label}
				</Button>
			</div>
		</form>
	);
}
