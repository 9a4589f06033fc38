import '../theme/overlays.ts';
import '../theme/pickers.ts';
import './images.css';
import { type ImageBrand, PADDING_NAMES, type PaddingName } from '@dropwire/contract';
import { Drawer, SegmentedControl } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { AskName, type Naming } from './AskName.tsx';
import { Background } from './Background.tsx';
import { cropOf, useCrops } from './crops.ts';
import type { ImageFormat } from './download.ts';
import { Editor } from './Editor.tsx';
import { DEFAULT_PATTERN, fileNames, patternProblem } from './fileNames.ts';
import { sizesText } from './geometry.ts';
import { ImageBar } from './ImageBar.tsx';
import { lookOf } from './look.ts';
import { Parameters } from './Parameters.tsx';
import { Picture, pictureId } from './Picture.tsx';
import { Results } from './Results.tsx';
import { useKeptFocus } from '../ui/useKeptFocus.ts';
import { SearchForm } from './SearchForm.tsx';
import { exampleSku } from './skuForms.ts';
import { Sources } from './Sources.tsx';
import { type Question, Uncropped } from './Uncropped.tsx';
import { useArranged } from './useArranged.ts';
import { useDownloads } from './useDownloads.ts';
import { type ImageCall, useImageSearch } from './useImageSearch.ts';
import { useParametersPlace } from './useParametersPlace.ts';
import type { ShownPicture } from './views.ts';

/** The differences between the pages that search for images. */
export interface FinderPage {
	title: string;
	brand: ImageBrand;
	search: ImageCall;
	format: ImageFormat;
	/** Cropping, selection, "Download All Images", file name and paddings. */
	tools: boolean;
	rememberLabel: string;
	/** Why a search cannot start yet, or null. */
	notReady?: string | null;
	/** Content between the title and the search. */
	children?: ReactNode;
	/** Content before the first search, which it can begin. */
	renderBefore?(search: (sku: string) => void): ReactNode;
}

const mirrorTitle = (index: number) => `Mirror #${index + 1}`;
const PATTERN = { key: 'image-file-name-v1', defaultValue: DEFAULT_PATTERN, getInitialValueInEffect: false };

/** Searches images of SKUs. Users can download them one by one or together, and crop them. */
export function ImageFinder(page: FinderPage) {
	const { options, setOptions, applied, found, busy, error, sources, ...images } = useImageSearch(
		page.search,
		mirrorTitle,
	);
	const arranged = useArranged(found, applied);
	const { forgetAll, ...store } = useCrops();
	const { crops } = store;
	const downloads = useDownloads(page.format);
	const [pattern, setPattern] = useLocalStorage(PATTERN);
	/** The pictures that downloads of several leave out. */
	const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
	const [preparing, setPreparing] = useState(false);
	const [naming, setNaming] = useState<Naming | null>(null);
	const [question, setQuestion] = useState<Question | null>(null);
	const [edited, setEdited] = useState<string | null>(null);
	const place = useParametersPlace();
	const kept = useKeptFocus<HTMLDivElement>(found.length === 0 ? 'start' : 'results');
	const { wide } = place;

	function search(skus: readonly string[]) {
		downloads.clear();
		setLeftOut(new Set());
		if (page.notReady) images.reject(page.notReady);
		else images.search(skus);
	}
	const products = found.map((product) => ({ product, items: arranged.itemsOf(product) }));
	const items = products.flatMap((one) => one.items);
	const selected = items.filter(({ key }) => !leftOut.has(key));
	const pictures = found.flatMap((product) => product.pictures);

	const load =
		({ picture }: ShownPicture) =>
		async () =>
			(await sources.draw(picture.url, lookOf(picture, applied))).image;
	const named = items.map(({ view, picture: { sku, source } }) => ({ sku, view, source }));
	/** The name of each picture's file by its key: its number does not depend on the selection. */
	const namesOf = (folders: boolean) => {
		const names = fileNames(pattern.trim() || DEFAULT_PATTERN, named, folders);
		return new Map(items.map(({ key }, index) => [key, names[index] ?? 'image']));
	};
	const names = namesOf(false);
	const nameOf = ({ key }: ShownPicture) => (pattern.trim() && !patternProblem(pattern) ? (names.get(key) ?? '') : '');
	const askName = (suggested: string, done: (fileName: string) => void) =>
		setNaming({ suggested, extension: page.format, save: done });

	/** Begins a download of the selected pictures, each from its best source, after the sizes of all sources are known. */
	async function begin(zip: boolean) {
		setPreparing(true);
		const sizes = { ...arranged.sizes, ...(await arranged.measureAll(selected)) };
		setPreparing(false);
		const fileName = namesOf(zip && found.length > 1);
		const jobs = found
			.flatMap((product) => arranged.itemsOf(product, sizes))
			.filter(({ key }) => !leftOut.has(key))
			.map((item) => ({
				label: item.label,
				name: fileName.get(item.key) ?? 'image',
				load: load(item),
				crop: cropOf(crops, item.picture.slot, arranged.sizeOf(item.picture, sizes)),
			}));
		const zipName = found.length === 1 && found[0] ? found[0].sku.replaceAll(/[^\w.-]/g, '-') : 'pictures';
		const start: Question['start'] = (chosen) => void (zip ? downloads.zip(chosen, zipName) : downloads.all(chosen));
		const crop = crops.shared[0] ?? jobs.find((job) => job.crop)?.crop;
		if (crop && jobs.some((job) => job.crop) && jobs.some((job) => !job.crop)) setQuestion({ jobs, crop, start });
		else start(jobs);
	}

	const thumbnails: Partial<Record<PaddingName, string>> = Object.fromEntries(
		PADDING_NAMES.map((view) => [view, pictures.find((picture) => picture.view === view)?.url]),
	);
	const parameters = <Parameters options={options} thumbnails={thumbnails} change={setOptions} close={place.close} />;
	const sizes = items.map(({ picture }) => arranged.sizeOf(picture));
	const cropAt = ({ picture }: ShownPicture) => cropOf(crops, picture.slot, arranged.sizeOf(picture));
	const beside = page.tools && wide && place.open;
	// Without pictures it would only open the parameters, which are open.
	const bar = page.tools && (items.length > 0 || !beside) && (
		<ImageBar
			count={items.length}
			selected={selected.length}
			selectAll={(all) => setLeftOut(new Set(all ? [] : items.map(({ key }) => key)))}
			cropped={selected.filter(cropAt).length}
			forgetCrops={forgetAll}
			facts={[page.format.toUpperCase(), sizesText(sizes.flatMap((size) => size ?? []))].filter(Boolean).join(' · ')}
			pattern={pattern}
			setPattern={setPattern}
			example={selected[0] ? `${names.get(selected[0].key)}.${page.format}` : `image.${page.format}`}
			preparing={preparing}
			progress={downloads.progress}
			all={() => void begin(false)}
			zip={() => void begin(true)}
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
				<div className="image-results" {...kept}>
					<SearchForm placeholder={exampleSku(page.brand)} busy={busy} search={search}>
						{!page.tools && <Background options={options} change={setOptions} />}
					</SearchForm>
					{bar}
					<div role="status">
						{error && <p className="banner bad">{error}</p>}
						{downloads.error && <p className="banner bad">{downloads.error}</p>}
					</div>
					{found.length === 0 && !error && (
						<>
							<p className="empty">Enter a SKU to see its pictures.</p>
							{page.renderBefore?.((sku) => search([sku]))}
						</>
					)}
					{arranged.hasMirrors && (
						<SegmentedControl
							className="arrangement"
							size="xs"
							aria-label="Arrange the pictures"
							data={[
								{ value: 'view', label: 'By view' },
								{ value: 'mirror', label: 'By mirror' },
							]}
							value={arranged.arrangement}
							onChange={(value) => arranged.arrange(value)}
						/>
					)}
					{products.map(({ product, items: own }) => (
						<Results
							key={product.sku}
							product={product}
							items={own}
							groupTitle={arranged.arrangement === 'mirror' ? mirrorTitle : null}
							brand={page.brand}
							again={(other) => images.again(product.sku, other)}
						>
							{(item) => (
								<Picture
									key={item.key}
									item={item}
									look={lookOf(item.picture, applied)}
									size={arranged.sizeOf(item.picture)}
									checkered={applied.transparent}
									crop={page.tools ? cropAt(item) : null}
									sources={sources}
									selection={
										page.tools
											? {
													selected: !leftOut.has(item.key),
													toggle: () => setLeftOut((before) => toggled(before, item.key)),
												}
											: null
									}
									open={page.tools ? () => setEdited(item.key) : null}
									download={() => {
										const one = (file: string) => downloads.one(load(item), file);
										const name = page.tools && nameOf(item);
										if (name) one(name);
										else askName('image', one);
									}}
									seen={() => arranged.seen(item)}
								>
									<Sources item={item} sizes={arranged.sizes} choose={(one) => arranged.choose(item.key, one)} />
								</Picture>
							)}
						</Results>
					))}
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
				item={items.find(({ key }) => key === edited) ?? null}
				items={items}
				sizes={sizes}
				load={load}
				fileName={nameOf}
				format={page.format}
				rememberLabel={page.rememberLabel}
				crops={store}
				asking={naming !== null}
				askName={askName}
				show={({ key }) => setEdited(key)}
				close={() => {
					flushSync(() => setEdited(null));
					if (edited) document.getElementById(pictureId(edited))?.focus();
				}}
			/>
			<AskName naming={naming} close={() => setNaming(null)} />
			<Uncropped question={question} close={() => setQuestion(null)} />
		</>
	);
}

function toggled(set: ReadonlySet<string>, key: string): ReadonlySet<string> {
	const next = new Set(set);
	if (!next.delete(key)) next.add(key);
	return next;
}
