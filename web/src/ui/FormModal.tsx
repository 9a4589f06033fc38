import '../theme/overlays.ts';
import './formModal.css';
import { ApiError } from '@dropwire/contract';
import { Button, Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { reasonOf } from '../api/useCall.ts';
import { useFocusBack } from './useFocusBack.ts';
import { useFrozen } from './useFrozen.ts';
import { useMounted } from './useMounted.ts';

export interface Action {
	label: string;
	/** Resolves to false if it was not done: the form then stays open, and shows why. */
	run(): Promise<unknown>;
	/** Whether it only shows what would happen: the form can be edited until then, and stays open. */
	isPreview?: boolean;
}

interface Props {
	title: string;
	opened: boolean;
	close(): void;
	/** The main button, which Enter also presses. */
	submit: Action;
	/** A second action on the same record, such as deleting it. */
	other?: Action;
	/** The fields that show their own error; the form shows errors about other fields below them. */
	fields: readonly string[];
	/** @param errorFor the server's error for a field, or null */
	children(errorFor: (field: string) => string | null): ReactNode;
}

/** A form in a dialog. It closes after the action was done, and otherwise shows the reason. */
export function FormModal({ title, opened, close, ...form }: Props) {
	return (
		<Modal opened={opened} onClose={close} title={title} centered>
			<DialogForm close={close} {...form} />
		</Modal>
	);
}

/** The form of a dialog or drawer. */
export function DialogForm({ close, submit, other, fields, children }: Omit<Props, 'title' | 'opened'>) {
	useFocusBack();
	const [busy, setBusy] = useState<{ which: 'submit' | 'other'; isPreview: boolean } | null>(null);
	const [error, setError] = useState<unknown>(null);
	const mounted = useMounted();
	const frozen = useFrozen(busy !== null && !busy.isPreview);
	const errorFor = (field: string) =>
		error instanceof ApiError && error.fields[field] ? `Error: ${reasonOf(error, field)}` : null;

	async function attempt(which: 'submit' | 'other', { run, isPreview = false }: Action) {
		if (busy) return;
		setBusy({ which, isPreview });
		setError(null);
		try {
			const done = await run();
			if (done !== false && !isPreview && mounted.current) close();
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
				void attempt('submit', submit);
			}}
		>
			<div className="form-fields" {...frozen}>
				{children(errorFor)}
			</div>
			{error !== null && fields.every((field) => errorFor(field) === null) && (
				<p className="bad" role="alert" style={{ margin: 0 }}>
					Error: {reasonOf(error)}
				</p>
			)}
			<div className="form-actions">
				{other && (
					<Button
						variant="outline"
						className="apart"
						loading={busy?.which === 'other'}
						disabled={busy !== null}
						onClick={() => void attempt('other', other)}
					>
						{other.label}
					</Button>
				)}
				<Button variant="default" onClick={close}>
					Cancel
				</Button>
				<Button type="submit" loading={busy?.which === 'submit'} disabled={busy !== null}>
					{submit.label}
				</Button>
			</div>
		</form>
	);
}
