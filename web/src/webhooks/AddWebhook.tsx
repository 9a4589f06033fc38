import { REGION_NAMES, type Region, REGIONS } from '@dropwire/bff/contract';
import { Button, Modal, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { reasonOf } from '../data/useCall.ts';
import { ApiError } from '@dropwire/bff/contract';

export interface NewWebhook {
	label: string;
	url: string;
	region: Region;
	status: string;
}

interface Props {
	opened: boolean;
	close(): void;
	/** Statuses that a region has, as value and label. */
	statuses(region: Region): readonly { value: string; label: string }[];
	add(webhook: NewWebhook): Promise<unknown>;
}

/** "Enter the new webhook". Closing clears nothing; a successful upload does. */
export function AddWebhook({ opened, close, statuses, add }: Props) {
	const [label, setLabel] = useState('');
	const [url, setUrl] = useState('');
	const [region, setRegion] = useState<Region>('US');
	const [status, setStatus] = useState('ACTIVE');
	const [busy, setBusy] = useState(false);
	const [error, setError] = useState<unknown>(null);
	const options = statuses(region);
	const chosen = options.some((option) => option.value === status) ? status : (options[0]?.value ?? '');

	async function submit(event: FormEvent) {
		event.preventDefault();
		setBusy(true);
		setError(null);
		try {
			await add({ label, url: url.trim(), region, status: chosen });
			setLabel('');
			setUrl('');
			close();
		} catch (failure) {
			setError(failure);
		}
		setBusy(false);
	}

	const fields = error instanceof ApiError ? error.fields : {};
	const own = (field: string) => (fields[field] ? reasonOf(error, field) : null);
	return (
		<Modal opened={opened} onClose={close} title="Enter the new webhook" centered>
			<form className="panel-form" onSubmit={(event) => void submit(event)}>
				<TextInput
					label="Label"
					required
					maxLength={100}
					value={label}
					onChange={(event) => setLabel(event.currentTarget.value)}
					error={own('data.label')}
					data-autofocus
				/>
				<TextInput
					label="Webhook URL"
					type="url"
					required
					value={url}
					onChange={(event) => setUrl(event.currentTarget.value)}
					error={own('data.value')}
				/>
				<div className="two">
					<NativeSelect
						label="Region"
						value={region}
						onChange={(event) => setRegion(event.currentTarget.value as Region)}
						data={REGIONS.map((value) => ({ value, label: REGION_NAMES[value] }))}
					/>
					<NativeSelect
						label="Status"
						value={chosen}
						onChange={(event) => setStatus(event.currentTarget.value)}
						data={[...options]}
						error={own('status')}
					/>
				</div>
				{error !== null && !own('data.label') && !own('data.value') && !own('status') && (
					<p className="bad" role="alert" style={{ margin: 0 }}>
						Error: {reasonOf(error)}
					</p>
				)}
				<div className="two">
					<Button variant="default" onClick={close}>
						Cancel
					</Button>
					<Button type="submit" loading={busy}>
						Upload
					</Button>
				</div>
			</form>
		</Modal>
	);
}
