import './images.css';
import { Button, Modal, TextInput } from '@mantine/core';
import { Search } from 'lucide-react';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { reasonOf } from '../data/useCall.ts';
import { AskName, type Naming } from './AskName.tsx';
import { Editor } from './Editor.tsx';
import type { ImageFormat } from './download.ts';
import { Background, type LookInput, Parameters, PLAIN } from './Parameters.tsx';
import { Picture } from './Picture.tsx';
import { useDownloads } from './useDownloads.ts';

/** What differs between the pages that search for pictures. */
export interface FinderPage {
	title: string;
	/** Mirrors in order; null when nothing was found. */
	ask(sku: string, look: LookInput): Promise<readonly (readonly string[])[] | null>;
	/** Over each group of pictures. */
	groupTitle(index: number): string;
	format: ImageFormat;
	/** Cropping, "Download All Images", file name and paddings. */
	tools: boolean;
	/** Colour and transparency where the paddings are not offered. */
	background: boolean;
	/** Whether the paddings stand open on the page, or in a menu. */
	openParameters: boolean;
	rememberLabel: string;
	/** Why a search cannot begin yet, if so. */
	notReady?: string | null;
	/** Between the title and the search. */
	children?: ReactNode;
}

/** Searches a SKU's pictures and lets them be downloaded, cropped, or taken all at once. */
export function ImageFinder(page: FinderPage) {
	const [sku, setSku] = useState('');
	const [look, setLook] = useState<LookInput>(PLAIN);
	const [found, setFound] = useState<{ sku: string; mirrors: readonly (readonly string[])[] } | null>(null);
	const [busy, setBusy] = useState(false);
	const [error, setError] = useState<string | null>(null);
	const [name, setName] = useState('');
	const [naming, setNaming] = useState<Naming | null>(null);
	const [edited, setEdited] = useState<{ url: string; index: number; from: HTMLElement } | null>(null);
	const [menu, setMenu] = useState(false);
	const menuButton = useRef<HTMLButtonElement>(null);
	const downloads = useDownloads(page.format);

	async function search(event: FormEvent) {
		event.preventDefault();
		if (page.notReady) {
			setError(page.notReady);
			return;
		}
		setBusy(true);
		setError(null);
		try {
			setFound({ sku: sku.trim(), mirrors: (await page.ask(sku.trim(), look)) ?? [] });
		} catch (failure) {
			setError(`Error: ${reasonOf(failure, 'sku', 'color')}`);
		}
		setBusy(false);
	}

	const askName = (suggested: string, done: (fileName: string) => void) =>
		setNaming({ suggested, extension: page.format, save: done });
	const all = found?.mirrors.flat() ?? [];
	/** How many pictures stand before a mirror's. */
	const before = (mirror: number) => (found?.mirrors ?? []).slice(0, mirror).flat().length;
	const shown = found?.mirrors.filter((mirror) => mirror.length > 0) ?? [];
	return (
		<>
			<div className="page-head">
				<h1>{page.title}</h1>
			</div>
			{page.children}
			<form className="sku-form search-form" onSubmit={(event) => void search(event)}>
				<TextInput
					label="SKU"
					required
					maxLength={64}
					placeholder="CK9246-101"
					value={sku}
					onChange={(event) => setSku(event.currentTarget.value)}
				/>
				{page.background && <Background look={look} change={setLook} />}
				<Button type="submit" loading={busy} leftSection={<Search size={16} aria-hidden="true" />}>
					Search
				</Button>
			</form>
			{page.tools && page.openParameters && <Parameters look={look} change={setLook} />}
			<div role="status">
				{error && <p className="banner bad">{error}</p>}
				{downloads.error && <p className="banner bad">{downloads.error}</p>}
				{found && all.length === 0 && !busy && <p className="empty">No images found.</p>}
			</div>
			{page.tools && all.length > 0 && (
				<div className="tools all-images">
					<TextInput
						aria-label="File name"
						placeholder="File name"
						value={name}
						onChange={(event) => setName(event.currentTarget.value)}
					/>
					<Button
						variant="default"
						disabled={downloads.progress !== null}
						onClick={() => void downloads.all(all, name.trim() || found?.sku || 'image')}
					>
						Download All Images
					</Button>
					{downloads.progress && (
						<span role="status">
							{downloads.progress.done} of {downloads.progress.of}{' '}
							<Button variant="subtle" color="gray" size="xs" onClick={downloads.stop}>
								Stop
							</Button>
						</span>
					)}
				</div>
			)}
			{shown.map((mirror) => {
				const number = found?.mirrors.indexOf(mirror) ?? 0;
				return (
					<section key={number} className="mirror">
						<h2>{page.groupTitle(number)}</h2>
						<ul className="pictures">
							{mirror.map((url, index) => (
								<Picture
									key={url}
									url={url}
									label={`${found?.sku ?? ''} ${index + 1}, ${page.groupTitle(number)}`}
									checkered={look.transparent}
									open={page.tools ? (from) => setEdited({ url, index: before(number) + index, from }) : null}
									download={() => {
										const save = (fileName: string) => downloads.one(url, fileName);
										if (page.tools && name.trim()) save(name.trim());
										else askName('image', save);
									}}
								/>
							))}
						</ul>
					</section>
				);
			})}
			{page.tools && !page.openParameters && (
				<div className="bottom-menu">
					<Button variant="default" ref={menuButton} aria-expanded={menu} onClick={() => setMenu(!menu)}>
						Image Parameters
					</Button>
					{menu && (
						<Parameters
							look={look}
							change={setLook}
							close={() => {
								setMenu(false);
								menuButton.current?.focus();
							}}
						/>
					)}
				</div>
			)}
			{/* Escape is meant for the dialog on top. */}
			<Modal.Stack>
				{edited && (
					<Editor
						url={edited.url}
						index={edited.index}
						format={page.format}
						rememberLabel={page.rememberLabel}
						askName={askName}
						close={() => {
							setEdited(null);
							edited.from.focus();
						}}
					/>
				)}
				<AskName naming={naming} close={() => setNaming(null)} />
			</Modal.Stack>
		</>
	);
}
