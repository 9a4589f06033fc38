import '../theme/pickers.ts';
import { Button, Checkbox, Chip, NumberInput, Slider, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import Cropper from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { counted } from '../ui/format.ts';
import { type Area, aspectOf, ASPECTS, centerOf, fitCrop, sameArea, sizeText } from './geometry.ts';
import { type Crops, SLOTS, type useCrops } from './crops.ts';
import { convert, type ImageFormat, save } from './download.ts';
import type { FoundPicture } from './look.ts';
import { useEditedImage } from './useEditedImage.ts';

/** Default crop around the center, width and height in pixels, for when no area is selected. */
const FALLBACK_SIZE = 1500;
const ZOOM = { min: 1, max: 3, step: 0.01 };

export interface CropFormProps {
	picture: FoundPicture;
	/** All results: a crop can be applied to them. */
	pictures: readonly FoundPicture[];
	load(): Promise<Blob>;
	format: ImageFormat;
	/** The checkbox's label on this page: `remember crop parameters` or `Auto Save`. */
	rememberLabel: string;
	crops: Crops;
	/** Whether this browser stores the crops. */
	saved: boolean;
	changeCrops: ReturnType<typeof useCrops>['change'];
	/** Asks for a file name when the field is empty. */
	askName(suggested: string, done: (name: string) => void): void;
	close(): void;
}

/** The crop of one picture: its frame, what is known of the output, and what becomes of it. */
export default function CropForm({
	picture,
	pictures,
	load,
	format,
	crops,
	saved,
	changeCrops,
	...page
}: CropFormProps) {
	const { slot, url } = picture;
	const [before] = useState(() => crops[slot] ?? null);
	const { image, error, setError } = useEditedImage(load);
	const [crop, setCrop] = useState({ x: 0, y: 0 });
	const [zoom, setZoom] = useState(1);
	/** Counts how often the zoom field was left empty. The key renders the field again with its current value. */
	const [emptied, setEmptied] = useState(0);
	const [aspect, setAspect] = useState(() => aspectOf(before));
	const [area, setArea] = useState<Area | null>(null);
	const [name, setName] = useState('');
	const [remember, setRemember] = useState(before !== null);
	/** The crop that was last applied to several pictures, and to how many. */
	const [applied, setApplied] = useState<{ area: Area; count: number } | null>(null);

	// While the checkbox is checked, every change of the crop is stored.
	useEffect(() => {
		if (!remember || !area || !image) return;
		const of = { imageWidth: image.width, imageHeight: image.height };
		changeCrops([[slot, { ...area, ...of, imageSrc: url, imageIndex: slot }]]);
	}, [remember, area, image, url, slot, changeCrops]);

	function applyToAll() {
		if (!area || !image) return;
		const of = { imageWidth: image.width, imageHeight: image.height };
		const all = pictures.slice(0, SLOTS);
		changeCrops(all.map((one) => [one.slot, { ...area, ...of, imageSrc: one.url, imageIndex: one.slot }]));
		setRemember(true);
		setApplied({ area, count: all.length });
	}

	function download() {
		if (!image) return;
		const finish = (fileName: string) => {
			convert(image.blob, format, (size) => area ?? centerOf(size, FALLBACK_SIZE))
				.then((file) => save(file, `${fileName}.${format}`))
				.catch((failure: unknown) =>
					setError(`Error: ${failure instanceof Error ? failure.message : 'the image could not be saved'}`),
				);
		};
		if (name.trim()) finish(name.trim());
		else page.askName('image', finish);
	}

	return (
		<div className="editor-work">
			<div className="crop-area" aria-busy={!image && !error}>
				{image && (
					<Cropper
						image={image.address}
						crop={crop}
						zoom={zoom}
						aspect={Number(aspect)}
						minZoom={ZOOM.min}
						maxZoom={ZOOM.max}
						onCropChange={setCrop}
						onZoomChange={setZoom}
						onCropAreaChange={(_: Area, pixels: Area) => setArea(pixels)}
						{...(before && { initialCroppedAreaPixels: fitCrop(before, image) })}
						cropperProps={{ role: 'group', 'aria-label': 'Crop area: arrow keys move it' }}
					/>
				)}
			</div>
			<div className="editor-controls">
				{error && (
					<p className="bad" role="alert">
						{error}
					</p>
				)}
				<p className="output-size">
					Output <b className="mono">{area ? sizeText(area) : '…'}</b> px
					{image && <span className="dim"> of {sizeText(image)}</span>}
				</p>
				<Chip.Group value={aspect} onChange={(value) => setAspect(value)}>
					<div className="chips" role="radiogroup" aria-label="Aspect">
						{ASPECTS.map(({ label, value }) => (
							<Chip key={value} name="aspect" value={value} variant="outline" size="sm">
								{label}
							</Chip>
						))}
					</div>
				</Chip.Group>
				<NumberInput
					key={emptied}
					label="Zoom"
					{...ZOOM}
					decimalScale={2}
					value={zoom}
					onBlur={(event) => event.currentTarget.value === '' && setEmptied(emptied + 1)}
					onChange={(value) => setZoom(value === '' ? 1 : Math.min(ZOOM.max, Math.max(ZOOM.min, Number(value))))}
				/>
				<Slider {...ZOOM} value={zoom} onChange={setZoom} label={null} thumbLabel="Zoom slider" />
				<TextInput
					label="File name"
					placeholder="image"
					description="If it is empty, the download asks for it."
					value={name}
					onChange={(event) => setName(event.currentTarget.value)}
				/>
				<Checkbox
					label={page.rememberLabel}
					checked={remember}
					disabled={slot >= SLOTS}
					onChange={(event) => {
						setRemember(event.currentTarget.checked);
						setApplied(null);
						if (!event.currentTarget.checked) changeCrops([[slot, null]]);
					}}
				/>
				<p className={saved ? 'crop-state dim' : 'crop-state bad'} role="status">
					{stateText({
						remember: remember && area !== null,
						saved,
						// A crop that was changed since is saved for this picture only.
						applied: applied && area && sameArea(applied.area, area) ? applied.count : 0,
						all: pictures.length,
						slot,
					})}
				</p>
				{pictures.length > 1 && (
					<Button variant="default" onClick={applyToAll} disabled={!area}>
						Apply to all
					</Button>
				)}
				<div className="editor-actions">
					<Button variant="default" onClick={page.close}>
						Close
					</Button>
					<Button onClick={download} disabled={!image}>
						Download
					</Button>
				</div>
			</div>
		</div>
	);
}

/** What became of the crop. */
function stateText(state: { remember: boolean; saved: boolean; applied: number; all: number; slot: number }): string {
	const { remember, saved, applied, all, slot } = state;
	if (slot >= SLOTS) return `Crops are remembered for the first ${SLOTS} pictures.`;
	if (!remember) return 'Not saved. Saved crops apply to Download All Images, the ZIP file and later searches.';
	if (!saved)
		return 'Not saved: the storage of this browser is full or disabled. The crop lasts until you leave the page.';
	if (applied === 0) return `Saved for picture ${slot + 1}`;
	return applied < all
		? `Saved for the first ${applied} of ${all} pictures`
		: `Saved for ${counted(applied, 'picture')}`;
}
