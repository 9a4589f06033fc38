import { Button } from '@mantine/core';

export function ResendButton({ title, resend }: { title: string; resend(): void }) {
	return (
		<Button size="compact-xs" variant="default" onClick={resend} aria-label={`Send "${title}" again`}>
			Send again
		</Button>
	);
}
