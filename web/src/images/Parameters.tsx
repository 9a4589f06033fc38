import './parameters.css';
import { PADDING_NAMES, type PaddingName } from '@dropwire/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Background } from './Background.tsx';
import { DEFAULT_OPTIONS, evenPaddings, type ImageOptions } from './look.ts';
import { PaddingField } from './PaddingField.tsx';

interface Props {
	options: ImageOptions;
	/** A picture of each view that was found. */
	thumbnails: Partial<Record<PaddingName, string>>;
	change(options: ImageOptions): void;
	close(): void;
}

/** The background of all pictures and the paddings of views A to H. Changes apply to the pictures at once. */
export function Parameters({ options, thumbnails, change, close }: Props) {
	/** Renders the fields again, without what was typed in them. */
	const [resets, setResets] = useState(0);
	const reset = (to: ImageOptions) => {
		setResets(resets + 1);
		change(to);
	};
	return (
		<section className="parameters" aria-label="Image Parameters">
			<h2>Image Parameters</h2>
			<Background key={`background ${resets}`} options={options} change={change} />
			<h3>Padding</h3>
			<p className="dim">
				Pixels around each picture, filled with the background. A to H are the views of a product, in the order of its
				shop.
			</p>
			<div className="paddings" key={`paddings ${resets}`}>
				{PADDING_NAMES.map((view) => (
					<PaddingField
						key={view}
						view={view}
						thumbnail={thumbnails[view] ?? null}
						value={options.paddings[view]}
						change={(pixels) => change({ ...options, paddings: { ...options.paddings, [view]: pixels } })}
					/>
				))}
			</div>
			<Button
				variant="default"
				size="xs"
				onClick={() => reset({ ...options, paddings: evenPaddings(options.paddings.A) })}
			>
				Use the padding of view A for all
			</Button>
			<div className="two">
				<Button variant="default" onClick={() => reset(DEFAULT_OPTIONS)}>
					Reset
				</Button>
				<Button variant="default" onClick={close}>
					Close
				</Button>
			</div>
		</section>
	);
}
