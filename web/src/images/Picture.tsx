import { Crop as CropIcon, Download } from 'lucide-react';
import { useState } from 'react';
import { fitCrop, type Size, type SizedCrop, sizeText } from './geometry.ts';
import type { FoundPicture, Look } from './look.ts';
import type { PictureSources } from './sources.ts';
import { useDrawn } from './useDrawn.ts';

interface Props {
	picture: FoundPicture;
	/** How the browser draws it; null if it is shown as its host sends it. */
	look: Look | null;
	/** Whether it can be transparent. */
	checkered: boolean;
	/** The remembered crop, which "Download All Images" applies. */
	crop: SizedCrop | null;
	sources: PictureSources;
	/** Opens it in the editor; null for users who cannot crop. */
	open: (() => void) | null;
	download(): void;
	/** Called with its size once it has loaded. */
	measured(size: Size): void;
}

/** The id of the button that opens a picture, which gets the focus back when the editor is closed. */
export const pictureId = (slot: number) => `picture-${slot}`;

/** A picture of the results with its view, resolution and host. Editors crop it, everyone can download it. */
export function Picture({ picture, look, checkered, crop, sources, open, download, measured }: Props) {
	const { src, cut, error } = useDrawn(picture.url, look, sources);
	const [size, setSize] = useState<Size | null>(null);
	const { label, view, slot } = picture;
	const image = (
		<img
			src={src ?? picture.url}
			alt={label}
			width={180}
			height={180}
			loading="lazy"
			className={checkered ? 'checkered' : ''}
			onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => {
				setSize({ width, height });
				measured({ width, height });
			}}
		/>
	);
	return (
		<li>
			{open ? (
				<button type="button" id={pictureId(slot)} className="picture" onClick={open} aria-label={`Edit ${label}`}>
					{image}
				</button>
			) : (
				<span className="picture">{image}</span>
			)}
			<button type="button" className="picture-download" onClick={download} aria-label={`Download ${label}`}>
				<Download size={16} aria-hidden="true" />
			</button>
			<p className="picture-facts">
				<span>
					{view ? `View ${view}` : 'Other view'}
					{size && ` · ${sizeText(size)}`}
				</span>
				<span className="dim" title={picture.url}>
					{new URL(picture.url).host}
				</span>
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
