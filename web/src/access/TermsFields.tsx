import { Button, Textarea, TextInput } from '@mantine/core';
import { useId } from 'react';
import { useCall } from '../api/useCall.ts';
import { extended, type TermsInput } from './terms.ts';

const EXTENSIONS = [
	{ label: '+30 days', days: 30 },
	{ label: '+1 year', days: 365 },
] as const;

/** The fields of a client's plan, expiry and note. The plans of the settings are suggested. */
export function TermsFields({
	terms,
	change,
	errorFor,
	withoutExpiry = 'never',
}: {
	terms: TermsInput;
	change(terms: TermsInput): void;
	errorFor(field: string): string | null;
	/** When access ends without an expiry. */
	withoutExpiry?: string;
}) {
	const plans = useCall('site', {}, { revalidateOnFocus: false }).data?.plans ?? [];
	const listId = useId();
	return (
		<>
			<TextInput
				label="Plan"
				maxLength={64}
				list={listId}
				value={terms.plan}
				onChange={(event) => change({ ...terms, plan: event.currentTarget.value })}
				error={errorFor('plan')}
			/>
			<datalist id={listId}>
				{plans.map(({ name, price }) => (
					<option key={name} value={name}>
						{price}
					</option>
				))}
			</datalist>
			<div className="expiry-field">
				<TextInput
					type="date"
					label="Expires"
					description={`At the end of this day. Empty: ${withoutExpiry}.`}
					max="2099-12-31"
					value={terms.expires}
					onChange={(event) => change({ ...terms, expires: event.currentTarget.value })}
					error={errorFor('expiresAt')}
				/>
				<div className="expiry-steps">
					{EXTENSIONS.map(({ label, days }) => (
						<Button
							key={days}
							variant="default"
							size="xs"
							onClick={() => change({ ...terms, expires: extended(terms.expires, days) })}
						>
							{label}
						</Button>
					))}
					<Button variant="default" size="xs" onClick={() => change({ ...terms, expires: '' })}>
						Never
					</Button>
				</div>
			</div>
			<Textarea
				label="Note"
				description="Only operators see it."
				maxLength={1000}
				autosize
				minRows={2}
				maxRows={6}
				value={terms.note}
				onChange={(event) => change({ ...terms, note: event.currentTarget.value })}
				error={errorFor('note')}
			/>
		</>
	);
}
