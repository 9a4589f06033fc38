import { Button } from '@mantine/core';
import { useState } from 'react';

/** @param resend resolves once the list shows that the delivery was queued again; until then, a second click does nothing */
export function ResendButton({ title, resend }: { title: string; resend(): Promise<void> }) {
	const [busy, setBusy] = useState(false);
	async function send() {
		setBusy(true);
		await resend();
		setBusy(false);
	}
	return (
		<Button
			size="compact-xs"
			variant="default"
			loading={busy}
			onClick={() => void send()}
			aria-label={`Send "${title}" again`}
		>
			Send again
		</Button>
	);
}
