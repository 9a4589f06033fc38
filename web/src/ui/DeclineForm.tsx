import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { FormModal } from './FormModal.tsx';

interface Props {
	/** What is declined. */
	name: string;
	/** Who sees the reason. */
	description: string;
	close(): void;
	decline(reason: string | null): Promise<void>;
}

/** Declines a request, with or without a reason. */
export function DeclineForm({ name, description, close, decline }: Props) {
	const [reason, setReason] = useState('');
	return (
		<FormModal
			title={`Decline ${name}`}
			opened
			close={close}
			submit={{ label: 'Decline', run: () => decline(reason.trim() || null) }}
			fields={['reason']}
		>
			{(errorFor) => (
				<Textarea
					label="Reason"
					description={description}
					maxLength={500}
					autosize
					minRows={2}
					value={reason}
					onChange={(event) => setReason(event.currentTarget.value)}
					error={errorFor('reason')}
					data-autofocus
				/>
			)}
		</FormModal>
	);
}
