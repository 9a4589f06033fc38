import { Checkbox } from '@mantine/core';
import { Crop as CropIcon, Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { fitCrop, type Size, type SizedCrop, sizeText } from './geometry.ts';
import type { Look } from './look.ts';
import type { PictureSources } from './sources.ts';
import { useDrawn } from './useDrawn.ts';
import type { ShownPicture } from './views.ts';

interface Props {
	item: ShownPicture;
	/** How the browser draws it; null if it is shown as its host sends it. */
	look: Look | null;
	/** Its size as it is shown; null until it is known. */
	size: Size | null;
	/** Whether it can be transparent. */
	checkered: boolean;
	/** The remembered crop, which downloads of several pictures apply. */
	crop: SizedCrop | null;
	sources: PictureSources;
	/** Whether downloads of several pictures include it, and what changes that; null for users who have none. */
	selection: { selected: boolean; toggle(): void } | null;
	/** Opens it in the editor; null for users who cannot crop. */
	open: (() => void) | null;
	download(): void;
	/** Called when it is on the screen and has loaded. */
	seen(): void;
	/** Its source. */
	children: ReactNode;
}

/** The id of the button that opens a picture, which gets the focus back when the editor is closed. */
export const pictureId = (key: string) => `picture ${key}`;

/** A picture of the results with its view, resolution and source. Editors crop and select it, everyone can download it. */
export function Picture({ item, look, size, checkered, crop, sources, selection, open, download, ...rest }: Props) {
	const { src, cut, error } = useDrawn(item.picture.url, look, sources);
	const { key, label, view } = item;
	const image = (
		<img
			src={src ?? item.picture.url}
			alt={label}
			width={180}
			height={180}
			loading="lazy"
			className={checkered ? 'checkered' : ''}
			onLoad={rest.seen}
		/>
	);
	return (
		<li className={selection && !selection.selected ? 'left-out' : ''}>
			{open ? (
				<button type="button" id={pictureId(key)} className="picture" onClick={open} aria-label={`Edit ${label}`}>
					{image}
				</button>
			) : (
				<span className="picture">{image}</span>
			)}
			{selection && (
				<Checkbox
					className="picture-select"
					size="24px"
					aria-label={`Select ${label}`}
					checked={selection.selected}
					onChange={selection.toggle}
				/>
			)}
			<button type="button" className="picture-download" onClick={download} aria-label={`Download ${label}`}>
				<Download size={16} aria-hidden="true" />
			</button>
			<p className="picture-facts">
				<span>
					View {view}
					{size && ` · ${sizeText(size)}`}
				</span>
				{rest.children}
				{crop && (
					<span className="dim">
						<CropIcon size={12} aria-hidden="true" /> Cropped{size && ` to ${sizeText(fitCrop(crop, size))}`}
					</span>
				)}
				{cut === 'kept' && <span className="dim">Background kept: it has several colors</span>}
				{error && <span className="bad">Could not draw the background: {error}</span>}
			</p>
		</li>
	);
}
