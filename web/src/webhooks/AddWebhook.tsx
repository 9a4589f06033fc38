import '../theme/pickers.ts';
import '../theme/overlays.ts';
import { Button, Modal, NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { reasonOf } from '../api/useCall.ts';
import { ApiError, type BrandScreen } from '@dropwire/contract';
import { type Place, placesOf, regionChoices, statusChoices } from './brands.ts';

interface Props {
	screen: BrandScreen;
	opened: boolean;
	close(): void;
	/** Adds the webhook to all of these topics, or to none if one of them rejects it. */
	add(places: readonly Place[], label: string, url: string): Promise<unknown>;
	/** The form for the second kind of entry that this screen manages. */
	other?: { name: string; form: ReactNode };
}

/** The "Enter the new webhook" panel. Closing it keeps the fields; a successful upload clears them. */
export default function AddWebhook({ screen, opened, close, add, other }: Props) {
	const [adds, setAdds] = useState('Webhook');
	return (
		<Modal opened={opened} onClose={close} title="Enter the new webhook" centered keepMounted>
			{other && (
				<SegmentedControl
					aria-label="What to add"
					fullWidth
					mb={12}
					data={['Webhook', other.name]}
					value={adds}
					onChange={setAdds}
				/>
			)}
			{other && adds === other.name ? other.form : <WebhookForm screen={screen} close={close} add={add} />}
		</Modal>
	);
}

function WebhookForm({ screen, close, add }: Pick<Props, 'screen' | 'close' | 'add'>) {
	const regions = regionChoices(screen);
	const [label, setLabel] = useState('');
	const [url, setUrl] = useState('');
	const [region, setRegion] = useState(regions[0]?.value ?? '');
	const [status, setStatus] = useState('');
	const [busy, setBusy] = useState(false);
	const [error, setError] = useState<unknown>(null);
	const options = statusChoices(screen, region);
	const selected = options.some((option) => option.value === status) ? status : (options[0]?.value ?? '');

	async function submit(event: FormEvent) {
		event.preventDefault();
		setBusy(true);
		setError(null);
		try {
			await add(placesOf(screen, region, selected), label.trim(), url.trim());
			setLabel('');
			setUrl('');
			close();
		} catch (failure) {
			setError(failure);
		}
		setBusy(false);
	}

	const errorFor = (field: string) =>
		error instanceof ApiError && error.fields[field] ? `Error: ${reasonOf(error, field)}` : null;
	return (
		<form className="panel-form" onSubmit={(event) => void submit(event)}>
			<TextInput
				label="Label"
				required
				maxLength={100}
				value={label}
				// What is typed during the upload would be cleared with the rest.
				readOnly={busy}
				onChange={(event) => setLabel(event.currentTarget.value)}
				error={errorFor('label')}
				data-autofocus
			/>
			<TextInput
				label="Webhook URL"
				description="With ?thread_id= and an id at the end, messages go to that thread."
				type="url"
				required
				value={url}
				readOnly={busy}
				onChange={(event) => setUrl(event.currentTarget.value)}
				error={errorFor('value')}
			/>
			<div className="two">
				<NativeSelect
					label="Region"
					value={region}
					onChange={(event) => setRegion(event.currentTarget.value)}
					data={regions}
				/>
				<NativeSelect
					label="Status"
					value={selected}
					onChange={(event) => setStatus(event.currentTarget.value)}
					data={options}
					error={errorFor('status')}
				/>
			</div>
			{error !== null && !errorFor('label') && !errorFor('value') && !errorFor('status') && (
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
	);
}
