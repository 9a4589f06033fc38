import { Button, TextInput } from '@mantine/core';
import type { Ref } from 'react';
import { counted } from '../ui/format.ts';

interface Props {
	/** Of all results. */
	count: number;
	/** How many of them have a remembered crop. */
	cropped: number;
	forgetCrops(): void;
	/** Such as `JPG · 2000 × 2000`. */
	facts: string;
	name: string;
	setName(name: string): void;
	progress: { done: number; of: number } | null;
	all(): void;
	zip(): void;
	stop(): void;
	/** The button of the parameters, and whether they are open. */
	button: Ref<HTMLButtonElement>;
	open: boolean;
	toggle(): void;
}

/** The tools for all results: parameters, file name, and downloads one by one or as a ZIP file. */
export function ImageBar({ button, open, toggle, count, cropped, facts, name, setName, progress, ...on }: Props) {
	return (
		<section className="image-bar" aria-label="All pictures">
			{count > 0 && (
				<p className="image-bar-facts dim">
					{counted(count, 'picture')} · {facts}
					{cropped > 0 && (
						<>
							{' '}
							· {cropped} cropped{' '}
							<Button variant="subtle" color="gray" size="compact-xs" onClick={on.forgetCrops}>
								Forget crops
							</Button>
						</>
					)}
				</p>
			)}
			<Button variant="default" size="xs" ref={button} aria-expanded={open} onClick={toggle}>
				Image Parameters
			</Button>
			{count > 0 && (
				<>
					<TextInput
						aria-label="File name"
						placeholder="File name"
						size="xs"
						value={name}
						onChange={(event) => setName(event.currentTarget.value)}
					/>
					<Button variant="default" size="xs" disabled={progress !== null} onClick={on.zip}>
						Download ZIP
					</Button>
					<Button variant="default" size="xs" disabled={progress !== null} onClick={on.all}>
						Download All Images
					</Button>
					{progress && (
						<div className="image-bar-progress">
							<progress aria-label="Downloaded pictures" max={progress.of} value={progress.done} />
							<span role="status">
								{progress.done} of {progress.of}
							</span>
							<Button variant="subtle" color="gray" size="xs" onClick={on.stop}>
								Stop
							</Button>
						</div>
					)}
				</>
			)}
		</section>
	);
}
