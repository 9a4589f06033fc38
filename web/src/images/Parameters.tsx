import { PADDING_MOST, PADDING_NAMES } from '@dropwire/bff/contract';
import { Button, Checkbox, ColorInput, NumberInput } from '@mantine/core';

/** How pictures are wanted. */
export interface LookInput {
	color: string;
	transparent: boolean;
	paddings: Record<(typeof PADDING_NAMES)[number], number>;
}

export const PLAIN: LookInput = {
	color: '#ffffff',
	transparent: false,
	paddings: { A: 0, B: 0, C: 0, D: 0, E: 0, F: 0, G: 0, H: 0 },
};

/** Background colour, or none. Choosing a colour takes transparency back. */
export function Background({ look, change }: { look: LookInput; change(look: LookInput): void }) {
	return (
		<>
			<ColorInput
				label="Background color"
				format="hex"
				value={look.color}
				onChange={(color) => change({ ...look, color, transparent: false })}
				popoverProps={{ zIndex: 400 }}
				eyeDropperButtonProps={{ 'aria-label': 'Pick a color from the screen' }}
			/>
			<Checkbox
				label="Transparent"
				checked={look.transparent}
				onChange={(event) => change({ ...look, transparent: event.currentTarget.checked })}
			/>
		</>
	);
}

/** The paddings around views A to H, and the background that fills them. */
export function Parameters({
	look,
	change,
	close,
}: {
	look: LookInput;
	change(look: LookInput): void;
	close?: () => void;
}) {
	return (
		<section className="card parameters" aria-label="Image Parameters">
			<h2>Image Parameters</h2>
			<div className="paddings">
				{PADDING_NAMES.map((name) => (
					<NumberInput
						key={name}
						label={name}
						min={0}
						max={PADDING_MOST}
						allowDecimal={false}
						clampBehavior="strict"
						value={look.paddings[name]}
						onChange={(value) => change({ ...look, paddings: { ...look.paddings, [name]: Number(value) || 0 } })}
					/>
				))}
			</div>
			<div className="background">
				<Background look={look} change={change} />
				<span className="grow" />
				<Button variant="default" onClick={() => change(PLAIN)}>
					Reset
				</Button>
				{close && (
					<Button variant="default" onClick={close}>
						Close
					</Button>
				)}
			</div>
		</section>
	);
}
