import { Button, Modal, NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { reasonOf } from '../data/useCall.ts';
import { ApiError } from '@dropwire/bff/contract';
import { type BrandScreen, type Place, placesOf, regionChoices, statusChoices } from './brands.ts';

interface Props {
	screen: BrandScreen;
	opened: boolean;
	close(): void;
	/** A webhook in every one of these places, or in none. */
	add(places: readonly Place[], label: string, url: string): Promise<unknown>;
	/** The form of what else can be added in this screen. */
	other?: { name: string; form: ReactNode };
}

/** "Enter the new webhook". Closing clears nothing; a successful upload does. */
export function AddWebhook({ screen, opened, close, add, other }: Props) {
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
	const chosen = options.some((option) => option.value === status) ? status : (options[0]?.value ?? '');

	async function submit(event: FormEvent) {
		event.preventDefault();
		setBusy(true);
		setError(null);
		try {
			await add(placesOf(screen, region, chosen), label.trim(), url.trim());
			setLabel('');
			setUrl('');
			close();
		} catch (failure) {
			setError(failure);
		}
		setBusy(false);
	}

	// In a screen of two brands the second row may be the bad one.
	const fields = error instanceof ApiError ? Object.keys(error.fields) : [];
	const own = (field: string) => {
		const named = fields.find((name) => name.endsWith(`.${field}`));
		return named ? `Error: ${reasonOf(error, named)}` : null;
	};
	return (
		<form className="panel-form" onSubmit={(event) => void submit(event)}>
			<TextInput
				label="Label"
				required
				maxLength={100}
				value={label}
				onChange={(event) => setLabel(event.currentTarget.value)}
				error={own('label')}
				data-autofocus
			/>
			<TextInput
				label="Webhook URL"
				type="url"
				required
				value={url}
				onChange={(event) => setUrl(event.currentTarget.value)}
				error={own('value')}
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
					value={chosen}
					onChange={(event) => setStatus(event.currentTarget.value)}
					data={options}
					error={own('status')}
				/>
			</div>
			{error !== null && !own('label') && !own('value') && !own('status') && (
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
