import '../theme/overlays.ts';
import './images.css';
import { type ImageBrand, PADDING_NAMES, type PaddingName } from '@dropwire/contract';
import { Button, Drawer } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { AskName, type Naming } from './AskName.tsx';
import { Background } from './Background.tsx';
import { useCrops } from './crops.ts';
import type { ImageFormat } from './download.ts';
import { Editor } from './Editor.tsx';
import { type Size, sizesText } from './geometry.ts';
import { ImageBar } from './ImageBar.tsx';
import { type FoundPicture, lookOf } from './look.ts';
import { Mirrors, MirrorSkeleton } from './Mirrors.tsx';
import { NoImages } from './NoImages.tsx';
import { Parameters } from './Parameters.tsx';
import { Picture, pictureId } from './Picture.tsx';
import { SearchForm } from './SearchForm.tsx';
import { exampleSku } from './skuForms.ts';
import { useDownloads } from './useDownloads.ts';
import { type ImageCall, useImageSearch } from './useImageSearch.ts';
import { useParametersPlace } from './useParametersPlace.ts';

/** The differences between the pages that search for images. */
export interface FinderPage {
	title: string;
	brand: ImageBrand;
	search: ImageCall;
	/** The heading of a mirror. */
	groupTitle(index: number): string;
	format: ImageFormat;
	/** Cropping, "Download All Images", file name and paddings. */
	tools: boolean;
	rememberLabel: string;
	/** Why a search cannot start yet, or null. */
	notReady?: string | null;
	/** Content between the title and the search. */
	children?: ReactNode;
}

/** Searches a SKU's images. Users can download them one by one or together, and crop them. */
export function ImageFinder(page: FinderPage) {
	const [sku, setSku] = useState('');
	const { options, setOptions, applied, found, busy, error, sources, ...images } = useImageSearch(
		page.search,
		page.groupTitle,
	);
	const { crops, saved, change: changeCrops } = useCrops();
	const downloads = useDownloads(page.format);
	const [sizes, setSizes] = useState<Readonly<Record<string, Size>>>({});
	const [name, setName] = useState('');
	const [naming, setNaming] = useState<Naming | null>(null);
	const [edited, setEdited] = useState<FoundPicture | null>(null);
	const place = useParametersPlace();
	const { wide } = place;

	function search(wanted: string) {
		downloads.clear();
		setSizes({});
		if (page.notReady) images.reject(page.notReady);
		else images.search(wanted);
	}
	const pictures = found?.pictures ?? [];
	const load = (picture: FoundPicture) => async () => (await sources.draw(picture.url, lookOf(picture, applied))).image;
	const jobs = () => pictures.map((picture) => ({ load: load(picture), crop: crops[picture.slot] ?? null }));
	const fileName = () => name.trim() || found?.sku || 'image';
	const askName = (suggested: string, done: (fileName: string) => void) =>
		setNaming({ suggested, extension: page.format, save: done });

	const thumbnails: Partial<Record<PaddingName, string>> = Object.fromEntries(
		PADDING_NAMES.map((view) => [view, pictures.find((picture) => picture.view === view)?.url]),
	);
	const parameters = <Parameters options={options} thumbnails={thumbnails} change={setOptions} close={place.close} />;
	const cropped = pictures.filter(({ slot }) => crops[slot]);
	const knownSizes = pictures.flatMap(({ url }) => sizes[url] ?? []);
	const beside = page.tools && wide && place.open;
	// Without pictures it would only open the parameters, which are open.
	const bar = page.tools && (pictures.length > 0 || !beside) && (
		<ImageBar
			count={pictures.length}
			cropped={cropped.length}
			forgetCrops={() => changeCrops(cropped.map(({ slot }) => [slot, null]))}
			facts={[page.format.toUpperCase(), sizesText(knownSizes)].filter(Boolean).join(' · ')}
			name={name}
			setName={setName}
			progress={downloads.progress}
			all={() => void downloads.all(jobs(), fileName())}
			zip={() => void downloads.zip(jobs(), fileName())}
			stop={downloads.stop}
			button={place.button}
			open={place.open}
			toggle={place.toggle}
		/>
	);
	return (
		<>
			<div className="page-head">
				<h1>{page.title}</h1>
			</div>
			{page.children}
			<div className={beside ? 'image-work with-side' : 'image-work'}>
				<div className="image-results">
					<SearchForm sku={sku} setSku={setSku} placeholder={exampleSku(page.brand)} busy={busy} search={search}>
						{!page.tools && <Background options={options} change={setOptions} />}
					</SearchForm>
					{!wide && bar}
					<div role="status">
						{error && <p className="banner bad">{error}</p>}
						{found && found.incomplete.length > 0 && (
							<p className="banner bad">
								{found.incomplete.join(', ')} did not answer for every picture: there may be more.{' '}
								<Button variant="default" size="xs" onClick={() => search(found.sku)}>
									Search again
								</Button>
							</p>
						)}
						{downloads.error && <p className="banner bad">{downloads.error}</p>}
						{found && pictures.length === 0 && found.incomplete.length === 0 && (
							<NoImages
								brand={page.brand}
								sku={found.sku}
								search={(other) => {
									setSku(other);
									search(other);
								}}
							/>
						)}
					</div>
					{busy && <MirrorSkeleton />}
					{!found && !busy && !error && <p className="empty">Enter a SKU to see its pictures.</p>}
					<Mirrors pictures={pictures} titleOf={page.groupTitle}>
						{(picture) => (
							<Picture
								key={picture.slot}
								picture={picture}
								look={lookOf(picture, applied)}
								checkered={applied.transparent}
								crop={page.tools ? (crops[picture.slot] ?? null) : null}
								sources={sources}
								open={page.tools ? () => setEdited(picture) : null}
								download={() => {
									const one = (file: string) => downloads.one(load(picture), file);
									if (page.tools && name.trim()) one(name.trim());
									else askName('image', one);
								}}
								measured={(size) => setSizes((before) => ({ ...before, [picture.url]: size }))}
							/>
						)}
					</Mirrors>
					{wide && bar}
				</div>
				{beside && <aside className="image-side">{parameters}</aside>}
			</div>
			{page.tools && !wide && (
				<Drawer
					opened={place.open}
					onClose={place.close}
					position="bottom"
					size="auto"
					withCloseButton={false}
					aria-label="Image Parameters"
					classNames={{ content: 'image-sheet' }}
				>
					{parameters}
				</Drawer>
			)}
			<Editor
				picture={edited}
				pictures={pictures}
				load={load}
				format={page.format}
				rememberLabel={page.rememberLabel}
				crops={crops}
				saved={saved}
				changeCrops={changeCrops}
				asking={naming !== null}
				askName={askName}
				show={setEdited}
				close={() => {
					flushSync(() => setEdited(null));
					if (edited) document.getElementById(pictureId(edited.slot))?.focus();
				}}
			/>
			<AskName naming={naming} close={() => setNaming(null)} />
		</>
	);
}
