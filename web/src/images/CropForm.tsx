import '../theme/pickers.ts';
import { Button, Checkbox, Chip, NumberInput, Slider, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import Cropper from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { Skeletons } from '../ui/Loading.tsx';
import { type Area, aspectOf, ASPECTS, centerOf, fitCrop, type Size, sizeText } from './geometry.ts';
import { cropOf, type Crops, SLOTS, type useCrops } from './crops.ts';
import { convert, type ImageFormat, save } from './download.ts';
import { fileProblem } from './fileNames.ts';
import type { ShownPicture } from './views.ts';
import { type EditedImage, useEditedImage } from './useEditedImage.ts';

/** Default crop around the center, width and height in pixels, for when no area is selected. */
const FALLBACK_SIZE = 1500;
const ZOOM = { min: 1, max: 3, step: 0.01 };

export interface CropFormProps {
	item: ShownPicture;
	load(): Promise<Blob>;
	format: ImageFormat;
	/** The checkbox's label on this page: `remember crop parameters` or `Auto Save`. */
	rememberLabel: string;
	crops: Omit<ReturnType<typeof useCrops>, 'forgetAll'>;
	/** The sizes of all results, as far as they are known: a crop can be applied to them. */
	sizes: readonly (Size | null)[];
	/** The name of the file that the pattern makes. */
	fileName: string;
	/** Asks for a file name when the field is empty. */
	askName(suggested: string, done: (name: string) => void): void;
	close(): void;
}

/** The crop of one picture, once the picture is loaded. */
export default function CropForm(props: CropFormProps) {
	const { image, error } = useEditedImage(props.load);
	if (image) return <LoadedCropForm {...props} image={image} />;
	return (
		<div className="editor-work">
			<div className="crop-area" aria-busy={!error} />
			<div className="editor-controls">
				{error ? (
					<p className="bad" role="alert">
						{error}
					</p>
				) : (
					<Skeletons rows={11} />
				)}
				<div className="editor-actions">
					<Button variant="default" onClick={props.close}>
						Close
					</Button>
				</div>
			</div>
		</div>
	);
}

/** For which pictures a crop is remembered. */
type Kept = 'none' | 'view' | 'all';

/** The frame of the crop, what is known of the output, and what becomes of it. */
function LoadedCropForm({ item, image, format, crops: store, ...page }: CropFormProps & { image: EditedImage }) {
	const { slot, url } = item.picture;
	const { crops, saved, keep } = store;
	const [before] = useState(() => cropOf(crops, slot, image));
	const [error, setError] = useState<string | null>(null);
	const [crop, setCrop] = useState({ x: 0, y: 0 });
	const [zoom, setZoom] = useState(1);
	/** Counts how often the zoom field was left empty. The key renders the field again with its current value. */
	const [emptied, setEmptied] = useState(0);
	const [aspect, setAspect] = useState(() => aspectOf(before));
	const [area, setArea] = useState<Area | null>(null);
	const [name, setName] = useState(page.fileName);
	const [kept, setKept] = useState<Kept>(() => keptOf(crops, slot, before !== null));
	const problem = fileProblem(name);

	// While the crop of the view is remembered, every change of it is stored.
	useEffect(() => {
		if (kept !== 'view' || !area) return;
		const of = { imageWidth: image.width, imageHeight: image.height };
		keep(slot, { ...area, ...of, imageSrc: url, imageIndex: slot });
	}, [kept, area, image, url, slot, keep]);

	/** A crop of all pictures that is changed is this view's only, until it is applied again. */
	const touch = () => setKept((now) => (now === 'all' ? 'view' : now));

	function applyToAll() {
		if (!area) return;
		store.applyToAll({ ...area, imageWidth: image.width, imageHeight: image.height });
		setKept('all');
	}

	function remember(checked: boolean) {
		setKept(checked ? 'view' : 'none');
		if (!checked) store.forget(slot, image);
	}

	function download() {
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
			<div className="crop-area">
				<Cropper
					image={image.address}
					crop={crop}
					zoom={zoom}
					aspect={Number(aspect)}
					minZoom={ZOOM.min}
					maxZoom={ZOOM.max}
					onCropChange={setCrop}
					onZoomChange={setZoom}
					onInteractionStart={touch}
					onCropAreaChange={(_: Area, pixels: Area) => setArea(pixels)}
					{...(before && { initialCroppedAreaPixels: fitCrop(before, image) })}
					cropperProps={{ role: 'group', 'aria-label': 'Crop area: arrow keys move it' }}
				/>
			</div>
			<div className="editor-controls">
				{error && (
					<p className="bad" role="alert">
						{error}
					</p>
				)}
				<p className="output-size">
					Output <b className="mono">{area ? sizeText(area) : '…'}</b> px
					<span className="dim"> of {sizeText(image)}</span>
				</p>
				<Chip.Group
					value={aspect}
					onChange={(value) => {
						touch();
						setAspect(value);
					}}
				>
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
					onChange={(value) => {
						if (value !== zoom) touch();
						setZoom(value === '' ? 1 : Math.min(ZOOM.max, Math.max(ZOOM.min, Number(value))));
					}}
				/>
				<Slider
					{...ZOOM}
					value={zoom}
					onChange={(value) => {
						if (value !== zoom) touch();
						setZoom(value);
					}}
					label={null}
					thumbLabel="Zoom slider"
				/>
				<TextInput
					label="File name"
					placeholder="image"
					description={name.trim() ? undefined : 'The download asks for it.'}
					inputWrapperOrder={['label', 'input', 'description', 'error']}
					error={problem}
					value={name}
					// Typing replaces the name that the pattern made.
					onFocus={(event) => event.currentTarget.select()}
					onChange={(event) => setName(event.currentTarget.value)}
				/>
				<Checkbox
					label={page.rememberLabel}
					checked={kept !== 'none'}
					disabled={slot >= SLOTS}
					onChange={(event) => remember(event.currentTarget.checked)}
				/>
				<p className={saved ? 'crop-state dim' : 'crop-state bad'} role="status">
					{area && stateText(kept, saved, item, countOf(crops, image, page.sizes), page.sizes.length)}
				</p>
				<Button variant="default" onClick={applyToAll} disabled={!area}>
					Apply to all
				</Button>
				<div className="editor-actions">
					<Button variant="default" onClick={page.close}>
						Close
					</Button>
					<Button onClick={download} disabled={problem !== null}>
						Download
					</Button>
				</div>
			</div>
		</div>
	);
}

function keptOf({ slots }: Crops, slot: number, hasCrop: boolean): Kept {
	if (slots[slot]) return 'view';
	return hasCrop ? 'all' : 'none';
}

/** How many of the results have the crop of all pictures with this size's proportions. */
function countOf({ shared }: Crops, image: Size, sizes: readonly (Size | null)[]): number {
	const own = cropOf({ slots: [], shared }, 0, image);
	return sizes.filter((size) => size && own !== null && cropOf({ slots: [], shared }, 0, size) === own).length;
}

/** What became of the crop. */
function stateText(kept: Kept, saved: boolean, { view, picture }: ShownPicture, count: number, all: number): string {
	if (picture.slot >= SLOTS && kept === 'none')
		return `Crops of single views are remembered for the first ${SLOTS} views.`;
	if (kept === 'none') return 'Not saved. Saved crops apply to downloads and to later searches.';
	if (!saved)
		return 'Not saved: the storage of this browser is full or disabled. The crop lasts until you leave the page.';
	if (kept === 'view') return `Saved for view ${view} of every product.`;
	return count < all
		? `Saved for ${count} of ${all} pictures, and for later ones of these proportions.`
		: `Saved for all ${all} pictures, and for later ones of these proportions.`;
}
