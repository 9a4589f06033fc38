import './imageBar.css';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { type Ref, useId } from 'react';
import { DEFAULT_PATTERN, patternProblem, PLACEHOLDER_LIST } from './fileNames.ts';

interface Props {
	/** Of all results. */
	count: number;
	selected: number;
	selectAll(all: boolean): void;
	/** How many of the selected ones have a remembered crop. */
	cropped: number;
	forgetCrops(): void;
	/** Such as `JPG · 2000 × 2000`. */
	facts: string;
	/** The pattern of file names. */
	pattern: string;
	setPattern(pattern: string): void;
	/** The name that it makes for the first selected picture. */
	example: string;
	/** Whether the sizes of the selected pictures are being read. */
	preparing: boolean;
	progress: { done: number; of: number } | null;
	all(): void;
	zip(): void;
	stop(): void;
	/** The button of the parameters, and whether they are open. */
	button: Ref<HTMLButtonElement>;
	open: boolean;
	toggle(): void;
}

/** The tools for the selected results: parameters, file names, and downloads one by one or as a ZIP file. */
export function ImageBar({ button, open, toggle, count, selected, cropped, facts, pattern, ...on }: Props) {
	const { progress } = on;
	const hint = useId();
	const problem = patternProblem(pattern);
	const cannot = progress !== null || on.preparing || selected === 0 || problem !== null;
	return (
		<section className="image-bar" aria-label="All pictures">
			{count > 0 && (
				<div className="image-bar-facts">
					<Checkbox
						label={`${selected} of ${count} selected`}
						checked={selected === count}
						indeterminate={selected > 0 && selected < count}
						onChange={() => on.selectAll(selected < count)}
					/>
					<span className="dim">{facts}</span>
					{cropped > 0 && (
						<span className="dim">
							{cropped} cropped{' '}
							<Button variant="subtle" color="gray" size="compact-xs" onClick={on.forgetCrops}>
								Forget crops
							</Button>
						</span>
					)}
				</div>
			)}
			<Button variant="default" size="xs" ref={button} aria-expanded={open} onClick={toggle}>
				Image Parameters
			</Button>
			{count > 0 && (
				<>
					<TextInput
						aria-label="File name"
						placeholder={DEFAULT_PATTERN}
						size="xs"
						error={problem !== null}
						aria-describedby={hint}
						value={pattern}
						onChange={(event) => on.setPattern(event.currentTarget.value)}
					/>
					<Button variant="default" size="xs" disabled={cannot} loading={on.preparing} onClick={on.zip}>
						Download ZIP
					</Button>
					<Button variant="default" size="xs" disabled={cannot} onClick={on.all}>
						Download All Images
					</Button>
					<p id={hint} className={problem ? 'image-bar-names bad' : 'image-bar-names dim'}>
						{problem ?? (
							<>
								First file: <span className="mono">{on.example}</span>. A name can have {PLACEHOLDER_LIST}.
							</>
						)}
					</p>
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
