import { Button } from '@mantine/core';
import { Plus } from 'lucide-react';

/** The link that adds the bot to a server, in a new tab: this page waits until the bot has joined. */
export function AddBot({
	url,
	text,
	label = 'Add Dropwire to this server',
	opened,
	secondary = false,
}: {
	url: string | null;
	text?: string;
	label?: string;
	opened?(): void;
	/** Whether it is one of several ways to go on. */
	secondary?: boolean;
}) {
	return (
		<div>
			{text && (
				<p className="dim" style={{ margin: '0 0 8px' }} role="status">
					{text}
				</p>
			)}
			{url && (
				<Button
					component="a"
					variant={secondary ? 'default' : 'filled'}
					href={url}
					target="_blank"
					rel="noopener"
					data-autofocus
					leftSection={<Plus size={16} aria-hidden="true" />}
					onClick={opened}
				>
					{label}
				</Button>
			)}
		</div>
	);
}
