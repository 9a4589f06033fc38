import '../theme/pickers.ts';
import '../theme/overlays.ts';
import './editor.css';
import { Button, Modal } from '@mantine/core';
import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react';
import { type KeyboardEvent, Suspense, useEffect } from 'react';
import { Skeletons } from '../ui/Loading.tsx';
import { lazily } from '../ui/lazily.tsx';
import type { CropFormProps } from './CropForm.tsx';
import type { ShownPicture } from './views.ts';

interface Props extends Omit<CropFormProps, 'item' | 'load' | 'fileName'> {
	/** The picture that is edited; null closes the editor. */
	item: ShownPicture | null;
	/** All results. */
	items: readonly ShownPicture[];
	load(item: ShownPicture): () => Promise<Blob>;
	fileName(item: ShownPicture): string;
	/** Whether the dialog for the file name is open above the editor. Escape then closes only that. */
	asking: boolean;
	/** Shows another picture. */
	show(item: ShownPicture): void;
}

/** Loads with the first pictures: the library that crops is large. */
const cropForm = lazily(() => import('./CropForm.tsx'));

/** Elements in which the arrow keys have a meaning of their own. */
const OWN_ARROWS = 'input, select, textarea, [role=slider], [role=group]';

/**
 * Crops pictures at their full resolution, in a dialog as large as the screen. The arrow keys show the next and the
 * previous picture; Escape and a click outside close it. It must be rendered before the dialog for the file name, so
 * that it is asked first whether Escape closes it.
 */
export function Editor({ item, items, load, fileName, asking, show, ...form }: Props) {
	const none = items.length === 0;
	const index = items.findIndex(({ key }) => key === item?.key);
	useEffect(() => {
		// A failure is shown when the editor is opened.
		if (!none) void cropForm.prepare().catch(() => null);
	}, [none]);
	const go = (step: number) => {
		const other = items[(index + step + items.length) % items.length];
		if (other) show(other);
	};
	const withArrows = (event: KeyboardEvent) => {
		const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
		const isElsewhere = event.target instanceof Element && event.target.closest(OWN_ARROWS) !== null;
		if (step === 0 || isElsewhere || asking || event.altKey || event.ctrlKey || event.metaKey) return;
		event.preventDefault();
		go(step);
	};
	return (
		<Modal
			opened={item !== null}
			onClose={form.close}
			closeOnEscape={!asking}
			// The focus goes to the picture that was shown last.
			returnFocus={false}
			transitionProps={{ duration: 0 }}
			title="Edit image"
			centered
			size="min(1600px, 100vw)"
			onKeyDown={withArrows}
			classNames={{ content: 'editor-dialog', body: 'editor' }}
		>
			{item && (
				<>
					<div className="editor-steps">
						{items.length > 1 && <Step name="Previous" icon={ChevronLeft} go={() => go(-1)} />}
						<p role="status">
							{item.label} <span className="dim">· {`${index + 1}/${items.length}`}</span>
						</p>
						{items.length > 1 && <Step name="Next" icon={ChevronRight} go={() => go(1)} />}
					</div>
					<Suspense fallback={<CropFormPlace />}>
						<cropForm.screen key={item.key} item={item} load={load(item)} fileName={fileName(item)} {...form} />
					</Suspense>
				</>
			)}
		</Modal>
	);
}

/** The places of the crop and of its controls, until their code is loaded. */
function CropFormPlace() {
	return (
		<div className="editor-work">
			<div className="crop-area" aria-busy="true" />
			<div className="editor-controls">
				<Skeletons rows={11} />
			</div>
		</div>
	);
}

function Step({ name, icon: Icon, go }: { name: 'Previous' | 'Next'; icon: LucideIcon; go(): void }) {
	return (
		<Button
			variant="default"
			size="xs"
			aria-label={`${name} picture`}
			aria-keyshortcuts={name === 'Next' ? 'ArrowRight' : 'ArrowLeft'}
			onClick={go}
		>
			<Icon size={16} aria-hidden="true" />
		</Button>
	);
}
