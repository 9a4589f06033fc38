import './copyLine.css';
import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { Check, Copy } from 'lucide-react';

const NOTE_MS = 3000;

/**
 * A text with a button that copies it; a click on the text also copies it. While the text is null, its space is
 * reserved.
 */
export function CopyLine({
	label,
	value,
	button = 'Copy',
	copied = 'Copied',
}: {
	label: string;
	value: string | null;
	button?: string;
	copied?: string;
}) {
	const clipboard = useClipboard({ timeout: NOTE_MS });
	const copy = () => value && clipboard.copy(value);
	return (
		<div className="copy-line">
			<button
				type="button"
				className="mono"
				aria-label={`${label}: ${value ?? 'none yet'}`}
				disabled={!value}
				onClick={copy}
			>
				{value ?? '…'}
			</button>
			<Button
				variant="default"
				disabled={!value}
				leftSection={clipboard.copied ? <Check size={16} /> : <Copy size={16} />}
				onClick={copy}
			>
				{button}
			</Button>
			<span role="status" className={clipboard.error ? 'bad' : 'dim'}>
				{clipboard.error ? 'The browser blocked copying. Select the text and copy it.' : clipboard.copied ? copied : ''}
			</span>
		</div>
	);
}
