import { Download } from 'lucide-react';

/** One result: opens the editor for who may, and can be downloaded. */
export function Picture({
	url,
	label,
	checkered,
	open,
	download,
}: {
	url: string;
	label: string;
	checkered: boolean;
	/** @param button what was pressed, which gets the focus back */
	open: ((button: HTMLElement) => void) | null;
	download(): void;
}) {
	const image = (
		<img src={url} alt={label} width={180} height={180} loading="lazy" className={checkered ? 'checkered' : ''} />
	);
	return (
		<li>
			{open ? (
				<button
					type="button"
					className="picture"
					onClick={(event) => open(event.currentTarget)}
					aria-label={`Edit ${label}`}
				>
					{image}
				</button>
			) : (
				<span className="picture">{image}</span>
			)}
			<button type="button" className="picture-download" onClick={download} aria-label={`Download ${label}`}>
				<Download size={16} aria-hidden="true" />
			</button>
		</li>
	);
}
