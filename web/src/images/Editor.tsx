import { Button, Checkbox, Modal, NativeSelect, NumberInput, Slider, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import Cropper from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { reasonOf } from '../data/useCall.ts';
import { forgetCrop, rememberCrop, rememberedCrop, SLOTS } from './crops.ts';
import { type Area, convert, type ImageFormat, loadImage, save } from './download.ts';

/** Width to height (spec 1, section 9). */
const ASPECTS = [
	{ label: '1:1', value: '1' },
	{ label: '16:10', value: '0.625' },
	{ label: '11:10', value: '1.1' },
];
/** What is cut out of the middle when no area was chosen, pixels. */
const FALLBACK_SIZE = 1500;
const ZOOM = { min: 1, max: 3, step: 0.01 };

export interface EditorProps {
	url: string;
	/** Its place in all results, which has a slot of its own for what is remembered. */
	index: number;
	format: ImageFormat;
	/** `remember crop parameters` or `Auto Save`, as the page calls it. */
	rememberLabel: string;
	/** Asks for a name where the field is empty. */
	askName(suggested: string, done: (name: string) => void): void;
	close(): void;
}

/** Crops one picture at its full resolution. Escape and a click outside close it. */
export function Editor({ url, index, format, rememberLabel, askName, close }: EditorProps) {
	const [before] = useState(() => rememberedCrop(index));
	const [image, setImage] = useState<{ blob: Blob; address: string } | null>(null);
	const [error, setError] = useState<string | null>(null);
	const [crop, setCrop] = useState({ x: 0, y: 0 });
	const [zoom, setZoom] = useState(1);
	/** Makes the number's box anew, with its number, after it was left empty. */
	const [emptied, setEmptied] = useState(0);
	const [aspect, setAspect] = useState(() => aspectOf(before));
	const [area, setArea] = useState<Area | null>(null);
	const [name, setName] = useState('');
	const [remember, setRemember] = useState(before !== null);

	useEffect(() => {
		let address: string | undefined;
		let left = false;
		loadImage(url)
			.then((blob) => {
				if (left) return;
				address = URL.createObjectURL(blob);
				setImage({ blob, address });
			})
			.catch((failure: unknown) => setError(`Error: ${reasonOf(failure, 'url')}`));
		return () => {
			left = true;
			if (address) URL.revokeObjectURL(address);
		};
	}, [url]);

	// As long as it is ticked, what is seen is what is remembered.
	useEffect(() => {
		if (remember && area) rememberCrop({ ...area, imageSrc: url, imageIndex: index });
	}, [remember, area, url, index]);

	async function download() {
		if (!image) return;
		const chosen = area ?? (await middleOf(image.blob));
		const finish = (fileName: string) => {
			convert(image.blob, format, chosen)
				.then((file) => save(file, `${fileName}.${format}`))
				.catch((failure: unknown) =>
					setError(`Error: ${failure instanceof Error ? failure.message : 'the picture cannot be saved'}`),
				);
		};
		if (name.trim()) finish(name.trim());
		else askName('image', finish);
	}

	return (
		<Modal
			opened
			onClose={close}
			stackId="editor"
			title="Edit image"
			centered
			size={400}
			classNames={{ body: 'editor' }}
		>
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
						{...(before && { initialCroppedAreaPixels: before })}
						cropperProps={{ role: 'group', 'aria-label': 'Crop area: arrow keys move it' }}
					/>
				)}
			</div>
			{error && (
				<p className="bad" role="alert">
					{error}
				</p>
			)}
			<div className="two">
				<NativeSelect
					label="Aspect"
					data={ASPECTS}
					value={aspect}
					onChange={(event) => setAspect(event.currentTarget.value)}
				/>
				<NumberInput
					key={emptied}
					label="Zoom"
					{...ZOOM}
					value={zoom}
					onBlur={(event) => event.currentTarget.value === '' && setEmptied(emptied + 1)}
					onChange={(value) => setZoom(value === '' ? 1 : Math.min(ZOOM.max, Math.max(ZOOM.min, Number(value))))}
				/>
			</div>
			<Slider {...ZOOM} value={zoom} onChange={setZoom} label={null} thumbLabel="Zoom slider" />
			<TextInput
				label="File name"
				placeholder="image"
				value={name}
				onChange={(event) => setName(event.currentTarget.value)}
			/>
			<Checkbox
				label={rememberLabel}
				checked={remember}
				disabled={index >= SLOTS}
				onChange={(event) => {
					setRemember(event.currentTarget.checked);
					if (!event.currentTarget.checked) forgetCrop(index);
				}}
			/>
			<div className="two">
				<Button variant="default" onClick={close}>
					Close
				</Button>
				<Button onClick={() => void download()} disabled={!image}>
					Download
				</Button>
			</div>
		</Modal>
	);
}

/** The choice that comes closest to a remembered area; the first where there is none. */
function aspectOf(area: Area | null): string {
	const ratio = area ? area.width / area.height : 1;
	const off = ({ value }: { value: string }) => Math.abs(Number(value) - ratio);
	return ASPECTS.reduce((best, other) => (off(other) < off(best) ? other : best)).value;
}

async function middleOf(image: Blob): Promise<Area> {
	const { width, height } = await createImageBitmap(image);
	const size = { width: Math.min(FALLBACK_SIZE, width), height: Math.min(FALLBACK_SIZE, height) };
	return { x: (width - size.width) / 2, y: (height - size.height) / 2, ...size };
}
